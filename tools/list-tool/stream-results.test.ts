import { describe, expect, it } from 'vitest';
import { createBoundedQueue, streamResults } from './stream-results.ts';

const signal = new AbortController().signal;

async function collect<T>(stream: AsyncIterable<T>, into: T[] = []): Promise<T[]> {
  for await (const result of stream) into.push(result);
  return into;
}

describe('a bounded queue', () => {
  it('has no room while it is full', async () => {
    const queue = createBoundedQueue<number>(2);
    queue.push(1);
    queue.push(2);
    let hasRoom = false;
    const room = queue.room().then(() => {
      hasRoom = true;
    });
    await Promise.resolve();
    expect(hasRoom).toBe(false);
    expect(await queue.next()).toBe(1);
    await room;
    expect(hasRoom).toBe(true);
  });

  it('hands out what is in it after its end, then undefined', async () => {
    const queue = createBoundedQueue<number>(2);
    queue.push(1);
    queue.end();
    expect([await queue.next(), await queue.next()]).toEqual([1, undefined]);
  });
});

describe('a stream of results', () => {
  it('yields what the producer pushes, and throws its error at the end', async () => {
    const seen: number[] = [];
    const stream = streamResults<number>(10, signal, async (queue) => {
      queue.push(1);
      queue.push(2);
      throw new Error('broken');
    });
    await expect(collect(stream, seen)).rejects.toThrow('broken');
    expect(seen).toEqual([1, 2]);
  });

  it('keeps the producer at most one capacity ahead', async () => {
    let produced = 0;
    const stream = streamResults<number>(5, signal, async (queue) => {
      for (; produced < 100; produced += 1) {
        await queue.room();
        queue.push(produced);
      }
    });
    await stream.next();
    await new Promise(setImmediate);
    expect(produced).toBe(6);
    expect((await collect(stream)).length).toBe(99);
  });

  it('ends on abort, and aborts the producer when the consumer stops', async () => {
    const abort = new AbortController();
    const forever = async (_: unknown, stopped: AbortSignal) =>
      new Promise<void>((resolve) => stopped.addEventListener('abort', () => resolve()));
    const aborted = collect(streamResults<number>(5, abort.signal, forever));
    abort.abort();
    expect(await aborted).toEqual([]);

    let producerSignal: AbortSignal | undefined;
    const stream = streamResults<number>(5, signal, async (queue, stopped) => {
      producerSignal = stopped;
      queue.push(1);
      await forever(null, stopped);
    });
    for await (const _ of stream) break;
    expect(producerSignal?.aborted).toBe(true);
  });
});
