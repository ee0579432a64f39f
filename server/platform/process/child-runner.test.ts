import { describe, expect, it, vi } from 'vitest';
import { ChildLimitError, createChildRunner } from './child-runner.ts';

/** A module with one function, as a URL. */
const moduleUrl = (body: string) => `data:text/javascript,${encodeURIComponent(body)}`;
const work = (body: string, input: unknown = null) => ({
  module: moduleUrl(`export async function run(input) { ${body} }`),
  run: 'run',
  input,
});

describe('work in a child process', () => {
  it('returns its result, and rejects with its error', async () => {
    const childRunner = createChildRunner();
    expect(await childRunner.run(work('return input.map((n) => n + 1)', [1, 2]))).toEqual([2, 3]);
    await expect(childRunner.run(work('throw new Error("no luck")'))).rejects.toThrow('no luck');
    expect(await childRunner.run(work('return 1'))).toBe(1);
  });

  it('knows no secret of this process', async () => {
    vi.stubEnv('AUTH_SECRET', 'a secret of the tests, 32 characters');
    const known = await createChildRunner().run<string[]>(work('return Object.keys(process.env)'));
    expect(known).not.toContain('AUTH_SECRET');
  });

  it('ends at its heap limit, and the process continues', async () => {
    const childRunner = createChildRunner({ heapMb: 64, timeMs: 60_000, concurrent: 1 });
    const error = await childRunner
      .run(work('const kept = []; for (;;) kept.push(new Array(1000).fill(input));'))
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ChildLimitError);
    expect(error).toMatchObject({ limit: 'memory' });
  });

  it('ends at its time limit', async () => {
    const childRunner = createChildRunner({ heapMb: 64, timeMs: 500, concurrent: 1 });
    await expect(childRunner.run(work('for (;;);'))).rejects.toMatchObject({ limit: 'time' });
  });

  it('waits for its turn', async () => {
    const childRunner = createChildRunner({ heapMb: 64, timeMs: 60_000, concurrent: 1 });
    const order: number[] = [];
    const run = async (n: number) => order.push(await childRunner.run<number>(work('return input', n)));
    await Promise.all([run(1), run(2), run(3)]);
    expect(order).toEqual([1, 2, 3]);
  });
});
