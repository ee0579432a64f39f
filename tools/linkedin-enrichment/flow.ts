import type { Draft } from './draft.ts';
import type { Step, StepContext } from './steps/step.ts';

/**
 * Takes rows through the steps, each as soon as its last step is done with it, so that a slow row delays no other
 * one. Yields finished rows; after an abort, only those that were finished before. Throws what a step throws.
 */
export async function* flow(
  drafts: readonly Draft[],
  steps: readonly Step[],
  context: StepContext,
): AsyncGenerator<readonly Draft[]> {
  const { signal } = context;
  const finished: (readonly Draft[])[] = [];
  const failures: unknown[] = [];
  let open = 0;
  let changed = Promise.withResolvers<void>();

  function start(batch: readonly Draft[], at: number): void {
    if (batch.length === 0) return;
    open += 1;
    void pass(batch, at)
      .catch((error: unknown) => failures.push(error))
      .finally(() => {
        open -= 1;
        changed.resolve();
      });
  }

  async function pass(batch: readonly Draft[], at: number): Promise<void> {
    const step = steps[at];
    if (!step) {
      finished.push(batch);
      return;
    }
    const left = new Set(batch.filter((draft) => !draft.isComplete() && step.wants(draft)));
    start(
      batch.filter((draft) => !left.has(draft)),
      at + 1,
    );
    if (left.size === 0) return;
    for await (const done of step.run([...left], context)) {
      // What an aborted step did may be incomplete.
      if (signal.aborted) return;
      for (const draft of done) left.delete(draft);
      start(done, at + 1);
    }
    if (!signal.aborted) start([...left], at + 1);
  }

  const stop = () => changed.resolve();
  signal.addEventListener('abort', stop);
  try {
    start(drafts, 0);
    for (;;) {
      const batch = finished.shift();
      if (batch) yield batch;
      else if (failures.length > 0) throw failures[0];
      else if (open === 0 || signal.aborted) return;
      else {
        await changed.promise;
        changed = Promise.withResolvers<void>();
      }
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
