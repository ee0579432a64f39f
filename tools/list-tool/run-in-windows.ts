import type { RunOptions, Tool, ToolOutcome } from '../tool.ts';

export interface Windows<Entry> extends RunOptions {
  /** items given to the tool at once */
  size: number;
  toInput(entry: Entry): string;
}

/**
 * Runs a tool over any number of items, outside a task. Yields the outcomes, each with its entry, until the signal
 * aborts.
 */
export async function* runInWindows<Entry, Row extends object>(
  tool: Tool<Row>,
  entries: readonly Entry[],
  signal: AbortSignal,
  { size, toInput, ...options }: Windows<Entry>,
): AsyncGenerator<ToolOutcome<Row> & { entry: Entry }> {
  for (let from = 0; from < entries.length && !signal.aborted; from += size) {
    const window = entries.slice(from, from + size);
    const items = window.map((entry, position) => ({ position, input: toInput(entry) }));
    for await (const outcome of tool.run(items, signal, options)) {
      const entry = window[outcome.position];
      if (entry !== undefined) yield { ...outcome, entry };
    }
  }
}
