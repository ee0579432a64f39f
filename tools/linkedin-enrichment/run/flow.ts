import { streamResults } from '../../list-tool/stream-results.ts';
import { createTaskGroup } from '../../list-tool/task-group.ts';
import type { Draft } from '../engine/draft.ts';
import type { Step, StepContext } from './steps/step.ts';

/** Batches of rows that the caller has not taken yet. */
const MAX_READY = 500;

/**
 * Takes rows through the steps, each as soon as its last step is done with it, so that a slow row delays no other
 * one. Yields finished rows until the signal aborts. Throws what a step throws.
 */
export function flow(
  drafts: readonly Draft[],
  steps: readonly Step[],
  { signal, ...context }: StepContext,
): AsyncGenerator<readonly Draft[]> {
  return streamResults<readonly Draft[]>(MAX_READY, signal, async (finished, stopped) => {
    const tasks = createTaskGroup(() => {});

    function start(batch: readonly Draft[], index: number): void {
      if (batch.length > 0) tasks.start(() => pass(batch, index));
    }

    async function pass(batch: readonly Draft[], index: number): Promise<void> {
      const step = steps[index];
      if (!step) {
        await finished.room();
        finished.push(batch);
        return;
      }
      const left = new Set(batch.filter((draft) => !draft.isComplete() && step.wants(draft)));
      start(
        batch.filter((draft) => !left.has(draft)),
        index + 1,
      );
      if (left.size === 0) return;
      for await (const done of step.run([...left], { ...context, signal: stopped })) {
        // What an aborted step did may be incomplete.
        if (stopped.aborted) return;
        for (const draft of done) left.delete(draft);
        start(done, index + 1);
      }
      if (!stopped.aborted) start([...left], index + 1);
    }

    start(drafts, 0);
    await tasks.finished();
  });
}
