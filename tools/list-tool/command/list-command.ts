import type { Writable } from 'node:stream';
import { SingleBar } from 'cli-progress';
import { inputName, readInputText } from '#cli/input-text.ts';
import { openOptOutCheck } from '#cli/opt-out-check.ts';
import type { RowFormat } from '#cli/row-format.ts';
import { type OwnTable, RowWriter } from '#cli/row-writer.ts';
import type { OptOutCheck, ToolResult } from '#cli/server-opt-outs.ts';
import { openRowOutput, type RowOutput } from '#cli/workbook-output.ts';
import type { TaskType } from '#contract/tasks.ts';
import type { Tool } from '../../tool.ts';
import { runInWindows, type Windows } from '../run-in-windows.ts';

/** The items of a command, and the table that they are from; null for arguments and plain lines. */
export interface CommandItems<Entry> {
  entries: Entry[];
  own: OwnTable | null;
}

/** The row of an item. `key`: the item, as the rows of `own` name it. */
export interface CommandRow<Row extends object> extends ToolResult<Row> {
  key: string;
  failed: boolean;
}

export interface Counts {
  done: number;
  found: number;
  failed: number;
}

/** Gives each row to `write`, which resolves when the output takes more. Ends soon after the signal aborts. */
export type CommandWork<Row extends object> = (
  write: (row: CommandRow<Row>) => Promise<void>,
  signal: AbortSignal,
) => Promise<void>;

export interface ListCommand<Row extends object> {
  type: TaskType;
  format: RowFormat;
  /** row fields and their CSV headers, in file order */
  columns: Readonly<Record<string, string>>;
  /** its columns are kept in CSV */
  own: OwnTable | null;
  /** what is written of a row. Default: the row */
  split?(row: Readonly<Record<string, unknown>>): readonly object[];
  work: CommandWork<Row>;
  /** frees what `work` uses, also after an error */
  close?(): Promise<unknown>;
  /** takes people who opted out from the rows. Default of `runListCommand`: the list of the server here, if any */
  optOuts?: OptOutCheck | null;
  /** a progress bar on a terminal, which shows the counts. Default: none */
  bar?: { format: string; total: number | null };
  /** what is said at the end. Default: nothing */
  summary?(counts: Counts): string;
  /** gets the rows */
  out: Writable;
  /** gets the progress bar and the summary */
  err: Writable & { isTTY?: boolean };
  signal: AbortSignal;
}

/**
 * The items of the arguments and then those of a file, or of standard input for `-`. The table is kept if all items are
 * from it. `read` gets the name of the file for messages. Throws OperatorError if the file isn't text, and what `read` throws.
 */
export async function readCommandItems<Entry>(
  given: readonly Entry[],
  input: string | undefined,
  read: (text: string, name: string) => CommandItems<Entry>,
): Promise<CommandItems<Entry>> {
  if (input === undefined) return { entries: [...given], own: null };
  const { entries, own } = read(await readInputText(input), inputName(input));
  return { entries: [...given, ...entries], own: given.length === 0 ? own : null };
}

/** The work of a tool that runs in this process: its items in windows. */
export function toolWork<Entry, Row extends object>(
  tool: Tool<Row>,
  entries: readonly Entry[],
  { keyOf, ...windows }: Windows<Entry> & { keyOf(entry: Entry): string },
): CommandWork<Row> {
  return async (write, signal) => {
    for await (const { entry, row, found, failed } of runInWindows(tool, entries, signal, windows))
      await write({ key: keyOf(entry), input: windows.toInput(entry), row, found, failed });
  };
}

/** Does the work of a command, and writes each row as it comes. After a stop, what is there is written. */
export async function writeRows<Row extends object>(command: ListCommand<Row>): Promise<Counts> {
  const { err, type, columns, own, split, optOuts, signal, work, close, bar, summary } = command;
  const counts: Counts = { done: 0, found: 0, failed: 0 };
  const progress = bar && err.isTTY ? startBar(bar, err, counts) : null;
  let output: RowOutput | null = null;
  try {
    output = openRowOutput(command.out, command.format);
    const { out, format } = output;
    const writer = new RowWriter({ out, format, columns, own, ...(split && { split }), signal });
    await work(async ({ key, failed, ...result }) => {
      const { row, found } = optOuts?.clean(type, result) ?? result;
      counts.done += 1;
      if (found) counts.found += 1;
      if (failed) counts.failed += 1;
      progress?.step();
      await writer.add(key, row);
    }, signal);
    await writer.end();
    await output.end();
  } catch (error) {
    output?.close();
    throw error;
  } finally {
    progress?.stop();
    if (summary && output) err.write(`${signal.aborted ? 'Stopped: ' : ''}${summary(counts)}\n`);
    await close?.();
  }
  return counts;
}

/** `writeRows` on the terminal. The exit code is 1 if all items failed, unless the command was stopped. */
export async function runListCommand<Row extends object>(
  command: Omit<ListCommand<Row>, 'out' | 'err'>,
): Promise<Counts> {
  const { optOuts = await openOptOutCheck().catch(closing(command)) } = command;
  const counts = await writeRows({ ...command, optOuts, out: process.stdout, err: process.stderr });
  if (counts.done > 0 && counts.failed === counts.done && !command.signal.aborted) process.exitCode = 1;
  return counts;
}

/** Frees what a command has opened, and throws the error. */
function closing({ close }: Pick<ListCommand<object>, 'close'>): (error: unknown) => Promise<never> {
  return async (error) => {
    await close?.();
    throw error;
  };
}

function startBar({ format, total }: NonNullable<ListCommand<object>['bar']>, err: Writable, counts: Counts) {
  const bar = new SingleBar({ stream: err, format, hideCursor: true });
  bar.start(total ?? 0, 0, counts);
  return {
    step() {
      if (counts.done > bar.getTotal()) bar.setTotal(counts.done);
      bar.update(counts.done, counts);
    },
    stop: () => bar.stop(),
  };
}
