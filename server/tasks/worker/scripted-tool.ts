import { setTimeout as delay } from 'node:timers/promises';
import type { Tool, ToolItem, ToolOutcome } from '#tools/tool.ts';
import type { TaskTools } from '../task-tool.ts';
import { gateOpened } from './test-gates.ts';

/**
 * A tool for tests. An item's query controls its result. `ms`: duration; `free`: not billable; `failed`;
 * `title`: the row's title; `leave`: no result; `throw`: the run fails; `crash`: the thread ends;
 * `gate`: waits until the test opens the gate of that name (test-gates.ts).
 */
export function createRun(): Tool {
  return {
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
  };
}

/** The tools of a test's worker: website extraction, run by the script. */
export function scriptedTools(tools: TaskTools): TaskTools {
  const tool = tools.get('website-extraction');
  if (!tool) throw new Error('Website extraction is missing.');
  const run = { script: import.meta.url, options: () => ({}) };
  return new Map([['website-extraction', { ...tool, run }]]);
}

async function workItem({ position, input }: ToolItem, signal: AbortSignal): Promise<ToolOutcome | null> {
  const script = new URL(input).searchParams;
  await delay(Number(script.get('ms') ?? 0), undefined, { signal }).catch(() => {});
  const gate = script.get('gate');
  if (gate !== null) await gateOpened(gate, signal);
  if (signal.aborted || script.has('leave')) return null;
  if (script.has('throw')) throw new Error('Failed by the script.');
  if (script.has('crash'))
    process.nextTick(() => {
      throw new Error('The script crashes the thread.');
    });
  const failed = script.has('failed');
  return {
    position,
    row: {
      url: input,
      title: script.get('title'),
      emails: [],
      phones: [],
      error: failed ? 'Failed by the script.' : null,
      evidence: [],
      pages: [],
    },
    found: !failed,
    failed,
    billable: !failed && !script.has('free'),
  };
}
