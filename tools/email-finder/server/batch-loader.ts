import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Loads values in batches: requests that arrive while a batch loads form the next batch, of at most
 * `maxBatch`. On the embedded database, a thousand small queries would delay all other work. `load` returns
 * one value per key, in order; if it rejects, all requests of the batch reject.
 */
export function createBatchLoader<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
  maxBatch: number,
): (key: Key) => Promise<Value> {
  interface Waiting {
    key: Key;
    resolve(value: Value): void;
    reject(error: unknown): void;
  }
  const waiting: Waiting[] = [];
  let loading = false;

  async function loadAll(): Promise<void> {
    while (waiting.length > 0) {
      // Other work runs, and more requests may arrive.
      await nextTurn();
      const batch = waiting.splice(0, maxBatch);
      try {
        const values = await load(batch.map(({ key }) => key));
        for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    loading = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (loading) return;
      loading = true;
      void loadAll();
    });
}
