import type { InputOf } from '#contract/call.ts';
import type { CALLS } from '#contract/calls.ts';
import type { ExportCount } from '#contract/list-exports.ts';
import { exportTable } from '#engines/list-exports/export-rows.ts';
import { rowNeeds } from '#engines/list-exports/presets.ts';
import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import { createLeftOutCount } from './exclusions/count-left-out.ts';
import type { ExclusionOf } from './exclusions/left-out.ts';
import { charsOfCells, inTurns } from './in-turns.ts';
import { exportFields } from './list-csv.ts';
import { versionAt } from './list-exports.ts';
import { matchSteps, rowPages } from './row-steps.ts';
import { checkRows } from './shown-rows.ts';
import type { ListRecord } from './store.ts';

/**
 * What the file of a list with these options would have, and why rows are missing. A row counts for the first reason: it isn't new,
 * opted out, an exclusion list leaves it out, the tool refuses it. Throws `validation_failed` for columns that the list doesn't have.
 */
export async function countExport(
  deps: OptOutDeps,
  list: ListRecord,
  input: InputOf<typeof CALLS.listExportCount>,
  exclusionOf: ExclusionOf | null,
  signal?: AbortSignal,
): Promise<ExportCount> {
  const { search, where, selected, since, preset, rows, leaveOut } = input;
  const { linesOf, lackOf } = exportTable(exportFields(list, input.columns), { preset, rows });
  const filter = { search, where, leaveOut };
  const newerThan = since === undefined ? undefined : await versionAt(deps, list, since, filter);
  const count = { rows: 0, lines: 0, optedOut: 0 };
  const refused = new Map<string, number>();
  const leftOut = createLeftOutCount();
  let wanted = 0;
  for await (const page of rowPages(deps.database.db, list.id, { search, where, selected, newerThan })) {
    signal?.throwIfAborted();
    wanted += page.length;
    const { shown, gone } = await checkRows(deps, list, page);
    count.optedOut += gone.length;
    for await (const { cells } of inTurns(shown, charsOfCells)) {
      const by = exclusionOf?.(cells);
      const lack = lackOf(cells);
      if (by) leftOut.add(by);
      else if (lack === null) {
        count.rows += 1;
        count.lines += linesOf(cells);
      } else refused.set(lack, (refused.get(lack) ?? 0) + 1);
    }
  }
  const all =
    newerThan === undefined ? wanted : await countRows(deps, list.id, { search, where, selected }, signal);
  return {
    ...count,
    unchanged: Math.max(0, all - wanted),
    leftOut: leftOut.by(),
    refused: (preset ? rowNeeds(preset) : []).flatMap((without) => {
      const ofNeed = refused.get(without);
      return ofNeed ? [{ without, rows: ofNeed }] : [];
    }),
  };
}

/** How many rows of a list match. Reads only what the filter needs. */
async function countRows(
  { database: { db } }: OptOutDeps,
  listId: string,
  { search, where, selected }: Pick<InputOf<typeof CALLS.listExportCount>, 'search' | 'where' | 'selected'>,
  signal: AbortSignal | undefined,
): Promise<number> {
  const ids = selected && new Set(selected);
  let count = 0;
  for await (const matches of matchSteps(db, listId, { search, where })) {
    signal?.throwIfAborted();
    count += ids ? matches.filter(({ id }) => ids.has(id)).length : matches.length;
  }
  return count;
}
