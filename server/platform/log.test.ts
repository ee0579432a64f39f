import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { PinoPretty } from 'pino-pretty';
import { expect, it } from 'vitest';
import { accountLabel } from './account-label.ts';
import { createLog } from './log.ts';

function linesOf(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  write(createLog('info', { destination, version: '1.2.3' }));
  return lines;
}

it('names the level and the version in each line, and no host or process', () => {
  const lines = linesOf((log) => log.child({ request_id: 'abc' }).warn({ ms: 3 }, 'slow'));
  expect(lines).toEqual([
    { level: 'warn', time: expect.any(String), version: '1.2.3', request_id: 'abc', ms: 3, msg: 'slow' },
  ]);
});

it('redacts secrets', () => {
  const [line] = linesOf((log) =>
    log.error({ authorization: 'Bearer x', body: { password: 'hunter2' } }, 'failed'),
  );
  expect(JSON.stringify(line)).not.toMatch(/Bearer x|hunter2/);
});

it('says what failed in a database, without its statement and values', () => {
  const error = Object.assign(new Error('duplicate key', { cause: new Error('no room') }), {
    code: '23505',
    table: 'accounts',
    query: 'insert into accounts values ($1)',
    params: ['jane@example.com'],
    detail: 'Key (email)=(jane@example.com) already exists.',
  });
  const several = new AggregateError([error], 'both failed');
  const [line, of] = linesOf((log) => {
    log.error({ err: error }, 'failed');
    log.error({ err: several }, 'failed');
  });
  const written = { type: 'Error', message: 'duplicate key: no room', code: '23505', table: 'accounts' };
  expect(line).toMatchObject({ err: { ...written, stack: expect.stringContaining('log.test.ts') } });
  expect(of).toMatchObject({ err: { message: 'both failed', aggregateErrors: [written] } });
  expect(JSON.stringify([line, of])).not.toMatch(/jane|insert into/);
});

it('can be read by people', () => {
  let text = '';
  const destination = new Writable({
    write: (chunk, _, done) => {
      text += String(chunk);
      done();
    },
  });
  const pretty = PinoPretty({ destination, sync: true, colorize: false, singleLine: true });
  createLog('info', { destination: pretty }).info({ status: 200 }, 'request');
  expect(text).toMatch(/INFO: request \{"status":200\}\n$/);
});

it('names an account by the same label each time, which does not tell which account it is', () => {
  const label = accountLabel('secret', '0198c5a2-0000-7000-8000-000000000000');
  expect(label).toMatch(/^[0-9a-f]{12}$/);
  expect(accountLabel('secret', '0198c5a2-0000-7000-8000-000000000000')).toBe(label);
  expect(accountLabel('another', '0198c5a2-0000-7000-8000-000000000000')).not.toBe(label);
});

it('has no ID of an account in any line of our code', () => {
  const root = join(import.meta.dirname, '../..');
  const logged = globSync('{server,tools,net}/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => {
      const calls = readFileSync(join(root, path), 'utf8').matchAll(
        /\blog\.(?:info|warn|error|fatal)\(\s*\{([^}]*)\}/g,
      );
      return [...calls].map(([, details = '']) => ({ path, details }));
    });
  expect(logged.length).toBeGreaterThan(50);
  const others = logged.map((line) => ({
    ...line,
    details: line.details.replace(/account: accountLabel\([^)]*\)/, ''),
  }));
  expect(others.filter(({ details }) => /\baccount/.test(details))).toEqual([]);
});
