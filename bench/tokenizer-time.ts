import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Parser } from 'htmlparser2';

const PAGE =
  `<div class="card"><a href="/people/1">Ada &amp; Co</a><p>Head of Sales, Lyon</p></div>\n`.repeat(12_000);
const TRIES = 5;

/**
 * CPU time in ms that the bare HTML tokenizer takes for a fixed page of a megabyte, the least of a few tries. Other times are
 * divided by it, so that the ratio is about the same on every machine.
 */
export function tokenizerMs(): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const start = process.cpuUsage();
    new Parser({}).end(PAGE);
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/**
 * The same while threads keep the other cores busy, for a program that uses all of them. Two virtual cores are often one real
 * core, where the same work takes twice the CPU time while both are busy.
 */
export async function tokenizerMsOnBusyCores(): Promise<number> {
  const others = Array.from(
    { length: availableParallelism() - 1 },
    () => new Worker("require('node:worker_threads').parentPort.postMessage(0); for (;;);", { eval: true }),
  );
  await Promise.all(others.map((thread) => once(thread, 'message')));
  const ms = tokenizerMs();
  await Promise.all(others.map((thread) => thread.terminate()));
  return ms;
}
