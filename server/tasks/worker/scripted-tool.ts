import { setTimeout as delay } from 'node:timers/promises';
import type { TaskType } from '#contract/tasks.ts';
import type { Tool, ToolItem, ToolOutcome } from '#tools/tool.ts';

/**
 * A tool for tests, in place of the registry: what becomes of an item is written in its query. `ms`: how long it takes; `free`:
 * not billable; `failed`; `title`: what the row gets; `leave`: never yielded; `throw`: breaks the run; `crash`: ends the thread.
 */
export const TOOL_FACTORIES: Partial<Record<TaskType, () => Tool>> = {
  'website-extraction': () => ({
    type: 'website-extraction',
    shardKey: (input) => new URL(input).hostname,
    async *run(items, signal) {
      const working = new Set(
        items.map((item) => {
          const work = { item, outcome: workItem(item, signal) };
          return work;
        }),
      );
      while (working.size > 0) {
        const done = await Promise.race(
          [...working].map((work) => work.outcome.then((outcome) => ({ work, outcome }))),
        );
        working.delete(done.work);
        if (signal.aborted) return;
        if (done.outcome) yield done.outcome;
      }
    },
    close: async () => {},
  }),
};

async function workItem({ position, input }: ToolItem, signal: AbortSignal): Promise<ToolOutcome | null> {
  const script = new URL(input).searchParams;
  await delay(Number(script.get('ms') ?? 0), undefined, { signal }).catch(() => {});
  if (signal.aborted || script.has('leave')) return null;
  if (script.has('throw')) throw new Error('The script says so.');
  if (script.has('crash'))
    process.nextTick(() => {
      throw new Error('The script ends the thread.');
    });
  const failed = script.has('failed');
  return {
    position,
    row: {
      url: input,
      title: script.get('title'),
      emails: [],
      phones: [],
      error: failed ? 'The script says so.' : null,
      evidence: [],
      pages: [],
    },
    found: !failed,
    failed,
    billable: !failed && !script.has('free'),
  };
}
