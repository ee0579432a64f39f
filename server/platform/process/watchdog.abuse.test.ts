import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { BEATS, createMissedBeats, LIMIT } from './missed-beats.ts';

const WATCHDOG = new URL('./watchdog.ts', import.meta.url).href;

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Runs a process with a watchdog that checks every 20 ms, and then the script. */
async function run(options: { seconds: number; minFreeBytes: number }, script: string) {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { startWatchdog } = await import(${JSON.stringify(WATCHDOG)});
       const watchdog = startWatchdog(${JSON.stringify({ ...options, folder: tmpdir(), checkMs: 20 })});
       const block = () => { for (;;); };
       ${script}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  children.push(child);
  const [stderr, [, signal]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { stderr, signal };
}

describe('a process whose event loop hangs', () => {
  it('is ended, and the log says why', async () => {
    const { stderr, signal } = await run({ seconds: 1, minFreeBytes: 0 }, 'block();');
    expect(signal).toBe('SIGKILL');
    expect(JSON.parse(stderr)).toMatchObject({
      level: 'fatal',
      free_mb: expect.any(Number),
      msg: expect.stringContaining('has not answered for 1 seconds, so it is ended to be started again'),
    });
  });

  it('is ended with the advice to free up space if the disk is full', async () => {
    const { stderr, signal } = await run({ seconds: 1, minFreeBytes: Number.MAX_SAFE_INTEGER }, 'block();');
    expect(signal).toBe('SIGKILL');
    expect(JSON.parse(stderr).msg).toMatch(/has only \d+ MB free.*Free up space/);
  });

  it('is ended even after work that may block is over', async () => {
    const { signal } = await run(
      { seconds: 1, minFreeBytes: 0 },
      'await watchdog.allowBlocking(3600, async () => {}); block();',
    );
    expect(signal).toBe('SIGKILL');
  });
});

it('a process that ends by itself is not held up', async () => {
  const { signal, stderr } = await run({ seconds: 60, minFreeBytes: 0 }, '');
  expect([signal, stderr]).toEqual([null, '']);
});

describe('missed beats', () => {
  const cells = () => {
    const made = new Int32Array(2);
    made[LIMIT] = 3;
    return made;
  };

  it('reach the limit only in a row', () => {
    const shared = cells();
    const missed = createMissedBeats(shared);
    expect([missed.check(), missed.check()]).toEqual([null, null]);
    Atomics.add(shared, BEATS, 1);
    expect([missed.check(), missed.check(), missed.check(), missed.check()]).toEqual([null, null, null, 3]);
  });

  it('follow a limit that changes', () => {
    const shared = cells();
    const missed = createMissedBeats(shared);
    Atomics.store(shared, LIMIT, 100);
    for (let check = 1; check < 100; check += 1) expect(missed.check()).toBeNull();
    expect(missed.check()).toBe(100);
  });
});
