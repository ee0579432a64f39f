import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { supportLog } from './support-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadwell-support-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Replaces nothing, so that a test sees what is left out. */
const everything = { text: (text: string) => text, value: (value: unknown) => value } as never;

function read(lines: readonly string[]): string[] {
  const file = join(folder, 'server.log');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return supportLog(file, everything).split('\n');
}

/** What our log writes. */
function written(): string[] {
  const lines: string[] = [];
  const log = createLog('trace', { destination: { write: (line) => lines.push(line.trim()) } });
  log.child({ request_id: 'of-one-request' }).error({ failures: 3, email: 'jane@example.com' }, 'failed');
  log.warn({ silent_ms: 1200, attempt: 2, mail: 'recovery' }, 'the database answers again');
  log.debug({ email: 'jane@example.com' }, 'a detail');
  log.trace({ email: 'jane@example.com' }, 'a detail');
  return lines;
}

const KEPT = [
  { level: 'error', request_id: 'of-one-request', failures: 3, msg: 'failed', time: expect.any(String) },
  {
    level: 'warn',
    silent_ms: 1200,
    attempt: 2,
    msg: 'the database answers again',
    time: expect.any(String),
  },
];

it.each([
  ['', 'as the server writes it'],
  ['Nov 27 09:00:00 host-of-jane leadwell[812]: ', 'of journald'],
  ['leadwell-1  | ', 'of Compose'],
])('keeps the IDs of requests and no details, with %j before each line', (prefix) => {
  const lines = written().map((line) => prefix + line);
  expect(lines).toHaveLength(4);
  expect(read(lines).map((line) => JSON.parse(line))).toEqual(KEPT);
});

it('leaves out details in lines of text, too', () => {
  expect(
    read([
      'leadwell-1  | [09:00:00] DEBUG: jane@example.com',
      'Nov 27 09:00:00 host leadwell[812]: [09:00:00] TRACE: jane@example.com',
      'leadwell-1  | {"level":"debug","email":"jane@exa',
      '[09:00:00] DEBUG: a detail {"email":"jane@example.com"}',
      '[09:00:00] \u001B[34mDEBUG\u001B[39m: jane@example.com',
      'leadwell-1  | [09:00:00] TRACE: a detail {"level":7,"email":"jane@example.com"}',
      '[09:00:00] WARN: kept',
      'leadwell-1  | [09:00:00] WARN: the database answers again {"silent_ms":1200,"owner":"Jane Roe"}',
    ]),
  ).toEqual([
    '[09:00:00] WARN: kept',
    'leadwell-1  | [09:00:00] WARN: the database answers again {"silent_ms":1200}',
  ]);
});
