import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { CallError } from '#contract/errors.ts';
import { createLog } from '../platform/log.ts';
import type { AppEnv } from './context.ts';
import { errorResponse } from './errors.ts';
import { beginRequest } from './request.ts';

interface Line {
  level: string;
  msg: string;
  err?: { stack: string };
  reason?: string;
  failures?: number;
}

/** An app whose calls fail, and the lines of its log above `info`. */
function failing() {
  const lines: Line[] = [];
  let now = 1_000_000;
  const app = new Hono<AppEnv>();
  app.use(
    beginRequest(
      createLog('warn', { destination: { write: (line: string) => void lines.push(JSON.parse(line)) } }),
      {
        proxies: null,
        clock: { now: () => now },
      },
    ),
  );
  app.onError(errorResponse);
  app.get('/provider', () => {
    throw new CallError('unavailable', undefined, {
      cause: new Error('connect ECONNREFUSED\n    at secret'),
    });
  });
  app.get('/provider/:n', (context) => {
    throw new CallError('unavailable', undefined, { cause: new Error(`no ${context.req.param('n')}`) });
  });
  app.get('/bug', () => {
    throw new Error('a bug');
  });
  const repeat = async (path: string, times: number) => {
    for (let n = 0; n < times; n += 1) await app.request(path.replace('*', String(n)));
  };
  return {
    lines,
    repeat,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

describe('someone who repeats a request that fails', () => {
  it('logs a failure outside once a minute, as a warning without a stack', async () => {
    const { lines, repeat, pass } = failing();
    await repeat('/provider', 500);
    expect(lines).toMatchObject([{ level: 'warn', reason: 'connect ECONNREFUSED' }]);
    expect(JSON.stringify(lines)).not.toMatch(/stack|secret/);
    pass(60_000);
    await repeat('/provider', 2);
    expect(lines.map(({ failures = null, reason = null }) => [failures, reason])).toEqual([
      [null, 'connect ECONNREFUSED'],
      [499, null],
      [null, 'connect ECONNREFUSED'],
    ]);
  });

  it('cannot fill the log with failures that all differ', async () => {
    const { lines, repeat } = failing();
    await repeat('/provider/*', 500);
    expect(lines).toHaveLength(100);
  });

  it('logs a bug once a minute too, as an error with its stack', async () => {
    const { lines, repeat } = failing();
    await repeat('/bug', 50);
    expect(lines).toMatchObject([
      { msg: 'request failed', err: { stack: expect.stringContaining('.test.ts') } },
    ]);
  });
});
