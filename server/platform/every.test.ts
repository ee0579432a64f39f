import { expect, it } from 'vitest';
import { every } from './every.ts';

/** Work that ends when the test says so, and a way to wake it. */
function scripted(ms: number) {
  let runs = 0;
  let finish = () => {};
  let begun = Promise.withResolvers<void>();
  let wake = () => {};
  let listening = true;
  const stop = every(
    ms,
    () => {
      runs += 1;
      begun.resolve();
      begun = Promise.withResolvers<void>();
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    },
    (callback) => {
      wake = callback;
      return () => {
        listening = false;
      };
    },
  );
  return {
    stop,
    runs: () => runs,
    nextRun: () => begun.promise,
    finish: () => finish(),
    wake: () => wake(),
    isListening: () => listening,
  };
}

const HOUR_MS = 3_600_000;

it('tells the run that goes on to stop', async () => {
  const told: boolean[] = [];
  const stop = every(HOUR_MS, async (stopping) => {
    told.push(stopping.aborted);
    await new Promise((resolve) => stopping.addEventListener('abort', resolve));
    told.push(stopping.aborted);
  });
  await stop();
  expect(told).toEqual([false, true]);
});

it('runs again as soon as it is woken', async () => {
  const work = scripted(HOUR_MS);
  const next = work.nextRun();
  work.finish();
  await Promise.resolve();
  work.wake();
  await next;
  expect(work.runs()).toBe(2);
  work.finish();
  await work.stop();
});

it('runs once more if it was woken during a run', async () => {
  const work = scripted(HOUR_MS);
  const next = work.nextRun();
  work.wake();
  work.wake();
  expect(work.runs()).toBe(1);
  work.finish();
  await next;
  expect(work.runs()).toBe(2);
  work.finish();
  await work.stop();
});

it('ends after the current run, and listens no longer', async () => {
  const work = scripted(HOUR_MS);
  const stopped = work.stop();
  work.finish();
  await stopped;
  work.wake();
  expect(work.runs()).toBe(1);
  expect(work.isListening()).toBe(false);
});
