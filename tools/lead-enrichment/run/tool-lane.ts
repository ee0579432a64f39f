import { setTimeout as delay } from 'node:timers/promises';
import { plural } from '#contract/plural.ts';
import type { RunOptions, Tool, ToolOutcome } from '../../tool.ts';

/** Items of one step that come from many rows, and go to its tool together. */
export interface ToolLane {
  /** The result of an item; undefined if the signal aborted first. Rejects if the tool failed as a whole. */
  work(input: string): Promise<ToolOutcome | undefined>;
}

interface WaitingItem {
  input: string;
  resolve(outcome: ToolOutcome | undefined): void;
  reject(error: unknown): void;
}

/** How long the first item waits for others, so that those of one site or domain share what is fetched. */
const GATHER_MS = 5;

/** Gathers the items of a step, and runs its tool with all that came together. `start` runs work in the background. */
export function createToolLane(
  tool: Tool,
  signal: AbortSignal,
  options: RunOptions,
  start: (work: () => Promise<void>) => void,
): ToolLane {
  let gathered: WaitingItem[] = [];

  async function runGathered(): Promise<void> {
    await delay(GATHER_MS);
    const items = gathered;
    gathered = [];
    const left = new Map(items.entries());
    try {
      const inputs = items.map(({ input }, position) => ({ position, input }));
      for await (const outcome of tool.run(inputs, signal, options)) {
        left.get(outcome.position)?.resolve(outcome);
        left.delete(outcome.position);
      }
      if (left.size > 0 && !signal.aborted)
        throw new Error(`The ${tool.type} tool returned no result for ${plural(left.size, 'item')}.`);
      for (const { resolve } of left.values()) resolve(undefined);
    } catch (error) {
      for (const { reject } of left.values()) reject(error);
    }
  }

  return {
    work: (input) =>
      new Promise((resolve, reject) => {
        gathered.push({ input, resolve, reject });
        if (gathered.length === 1) start(runGathered);
      }),
  };
}
