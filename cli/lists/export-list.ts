import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { CALLS } from '#contract/calls.ts';
import { ColumnName } from '#contract/list-columns.ts';
import { LEAVE_OUT_MAX } from '#contract/list-exclusions.ts';
import {
  EXPORT_FORMATS,
  type ExportCount,
  type ExportFormat,
  type ExportPreset,
} from '#contract/list-exports.ts';
import type { ListView } from '#contract/lists.ts';
import { missingRows } from '#contract/missing-rows.ts';
import { plural } from '#contract/plural.ts';
import { writeOutputFile } from '#server/platform/files/output-file.ts';
import { firstErrorLine, OperatorError } from '#server/platform/operator-error.ts';
import { endProcess } from '#server/platform/process/end-process.ts';
import { formatByEnding } from '../format-by-ending.ts';
import { drained } from '../output.ts';
import { abortOnStop } from '../stopping.ts';
import { UsageError } from '../usage-error.ts';
import { chosenList } from './find-list.ts';
import { type ServerCalls, serverCalls } from './server-calls.ts';
import { undoHint } from './undo-changes.ts';

const KEEP_EXCLUDED = ' To keep those in exclusion lists, add --with-excluded.';

/** The options of `leadwell lists export`. */
export interface ExportCommand {
  format?: ExportFormat;
  preset?: ExportPreset;
  perEmail: boolean;
  mark?: string;
  since?: string;
  /** keeps those whom the exclusion lists leave out */
  withExcluded: boolean;
  /** default and `-`: standard output */
  out?: string;
  /** the column that gets the date of the export */
  dateColumn?: string;
}

/**
 * Writes the rows of a list to a file, which is complete or not there, or to standard output. By default without those whom the
 * exclusion lists of the account leave out. The server remembers the export only once the rows are there, so that the next one has
 * them if this one fails, and before that writes the date into a column if one is named.
 */
export async function exportList(wanted: string, options: ExportCommand): Promise<void> {
  const { preset, perEmail, mark, since, withExcluded } = options;
  const out = options.out === '-' ? undefined : options.out;
  const { format = out === undefined ? 'csv' : formatByEnding(out, EXPORT_FORMATS) } = options;
  const server = serverCalls();
  const signal = abortOnStop();
  if (format === 'xlsx' && out === undefined && process.stdout.isTTY)
    throw new UsageError('Write an Excel workbook to a file: add --out people.xlsx.');
  requireColumnName(options.dateColumn);
  const { lists } = await server.invoke(CALLS.lists, {}, { signal });
  const list = chosenList(lists, wanted);
  const exclusions = lists
    .filter(({ id, excludes }) => excludes !== null && id !== list.id)
    .slice(0, LEAVE_OUT_MAX);
  const leaveOut = withExcluded ? '' : exclusions.map(({ id }) => id).join(',');
  const confirm = mark === undefined ? undefined : randomUUID();
  const rows = perEmail ? 'one-per-email' : 'one-per-row';
  const chosen = { id: list.id, preset, rows, leaveOut: leaveOut || undefined, since } as const;
  const exported = { ...chosen, format, mark, confirm };
  if (since !== undefined)
    await requireExport(server, list, { since, mark, leaveOut: chosen.leaveOut, signal });
  try {
    // Before the export is confirmed: then there is nothing new.
    const count =
      leaveOut === '' && preset === undefined && since === undefined
        ? null
        : // It is only for a note: the file doesn't need it.
          await server.invoke(CALLS.listExportCount, chosen, { signal }).catch(() => null);
    const pieces = bytesOf(() => server.open(CALLS.listCsv, exported, { signal }));
    if (out === undefined) await writeToStdout(pieces, signal);
    else await writeOutputFile(out, pieces, { signal });
    if (count) process.stderr.write(countText(count));
    else if (leaveOut !== '')
      process.stderr.write(`Your exclusion lists may have left people out.${KEEP_EXCLUDED}\n`);
  } catch (cause) {
    if (signal.aborted) {
      // What a silent reader of standard output hasn't taken would keep the process.
      if (out === undefined && process.stdout.writableLength > 0) endProcess(Number(process.exitCode ?? 0));
      return;
    }
    if (cause instanceof OperatorError) throw cause;
    // What fetch throws says only "terminated".
    const why =
      cause instanceof TypeError ? `the connection to ${server.url} was lost` : firstErrorLine(cause);
    throw new OperatorError(`The export broke off: ${why}. Run the command again.`, { cause });
  }
  const { dateColumn } = options;
  if (dateColumn !== undefined) {
    const dated = await server
      .invoke(CALLS.listExportDate, { ...exported, column: dateColumn }, { signal, patient: true })
      .catch((cause: unknown) => {
        const why = signal.aborted ? 'the command was stopped' : firstErrorLine(cause);
        const again = mark === undefined ? '' : '\nThe next export with --since has these rows again.';
        throw new OperatorError(
          `The rows were written to the file, but not all have the date in “${dateColumn}”: ${why}${again}`,
          { cause },
        );
      });
    process.stderr.write(undoHint(list.id, dated.rows > 0 ? [dated.edit] : []));
  }
  if (confirm === undefined) return;
  try {
    await server.invoke(CALLS.listExportConfirm, { id: list.id, confirm }, { signal, patient: true });
  } catch (cause) {
    const why = signal.aborted ? 'the command was stopped' : firstErrorLine(cause);
    throw new OperatorError(
      `The rows were written, but the export isn’t remembered as “${mark}”: ${why}\nThe next export with --since has these rows again.`,
      { cause },
    );
  }
}

/**
 * Throws OperatorError if no export of these rows is remembered by the name `since`: the file would have all rows. Only a note if this
 * one gets that name, as the first of a repeated command does.
 */
async function requireExport(
  server: ServerCalls,
  list: Pick<ListView, 'id' | 'name'>,
  { since, mark, leaveOut, signal }: { since: string; mark?: string; leaveOut?: string; signal: AbortSignal },
): Promise<void> {
  const { exports } = await server.invoke(CALLS.listExports, { id: list.id, leaveOut }, { signal });
  const names = exports.map(({ name }) => name);
  if (names.includes(since.trim())) return;
  if (since.trim() === mark?.trim()) {
    process.stderr.write(`“${list.name}” has no export named “${since}” yet, so this one has all rows.\n`);
    return;
  }
  // An export of the name may be remembered for other exclusion lists.
  const known = names.length > 0 ? ` It has: ${names.map((name) => `“${name}”`).join(', ')}.` : '';
  throw new OperatorError(
    `“${list.name}” has no export named “${since}” with the same exclusion lists.${known} To write all rows and remember them by this name, use --mark "${since.trim()}".`,
  );
}

async function writeToStdout(pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
  for await (const piece of pieces) {
    if (!process.stdout.write(piece)) await drained(process.stdout, signal);
    signal.throwIfAborted();
  }
}

/** Throws UsageError for a name that no column can have, before the rows are written. */
function requireColumnName(name: string | undefined): void {
  const checked = ColumnName.optional().safeParse(name);
  if (!checked.success) throw new UsageError(`--date-column: ${checked.error.issues[0]?.message}`);
}

/** The bytes of a reply that is asked for only when they are read. */
async function* bytesOf(open: () => Promise<ReadableStream>): AsyncGenerator<Uint8Array> {
  yield* Readable.fromWeb(await open());
}

/** How many rows the file has, and which it lacks; empty if it lacks none. */
function countText(count: ExportCount): string {
  const missing = missingRows(count);
  if (missing.length === 0) return '';
  const hint = count.leftOut.length > 0 ? KEEP_EXCLUDED : '';
  return `${plural(count.rows, 'row')} exported. Left out: ${missing.join('; ')}.${hint}\n`;
}
