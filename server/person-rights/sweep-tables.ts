import { lookUpContacts, namesListed } from '../opt-outs/contact-check.ts';
import { sweepOptedOut } from '../opt-outs/sweep.ts';
import { runHeavy } from '../platform/database/database-turns.ts';
import { every } from '../platform/every.ts';
import { type EraseRowDeps, eraseRow } from './erase-rows.ts';
import { searchedTables } from './find-records.ts';
import { type FoundRow, searchRows } from './search-rows.ts';
import type { Erased, SearchedTable } from './searched-tables.ts';

const INTERVAL_MS = 60_000;
/** Rows whose texts are looked up together. */
const LOOKED_UP = 100;
/** What the sweeps of tasks and lists don't reach. */
const SWEPT: ReadonlySet<Erased['by']> = new Set(['row', 'cells', 'own']);

type SweepDeps = EraseRowDeps & Parameters<typeof sweepOptedOut>[0];

/**
 * Removes people who opted out from the tables that no sweep of tasks and lists reaches, such as logs, schedules and bought files, if
 * the list has new entries: also those that a restore carried over, of which only hashes are known.
 */
export async function sweepTables(deps: SweepDeps, stopping: AbortSignal): Promise<void> {
  await sweepOptedOut(
    deps,
    'other tables',
    (after) => runHeavy('opt-out sweep', () => sweepNextTable(deps, after, stopping)),
    stopping,
  );
}

async function sweepNextTable(
  deps: SweepDeps,
  after: string | null,
  stopping: AbortSignal,
): Promise<string | null> {
  const next = searchedTables()
    .filter(([, { erased }]) => SWEPT.has(erased.by))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .find(([table]) => after === null || table > after);
  if (!next) return null;
  const [table, declared] = next;
  let rows: FoundRow[] = [];
  for await (const row of searchRows(deps.database.db, table, declared, 'anyone')) {
    rows.push(row);
    if (rows.length < LOOKED_UP) continue;
    // The next start reads this table from its beginning.
    stopping.throwIfAborted();
    await sweepSome(deps, rows, declared);
    rows = [];
  }
  await sweepSome(deps, rows, declared);
  return table;
}

async function sweepSome(deps: SweepDeps, rows: readonly FoundRow[], declared: SearchedTable): Promise<void> {
  const isListed = await lookUpContacts(
    deps,
    rows.map(({ values }) => values),
  );
  if (!isListed) return;
  const names = (value: object) => namesListed(value, isListed);
  for (const row of rows) if (names(row.values)) await eraseRow(deps, row, declared, names);
}

/** Runs `sweepTables` at the start and every minute. Returns a function that stops it. */
export function startTableSweep(deps: SweepDeps): () => Promise<void> {
  return every(INTERVAL_MS, async (stopping) => {
    try {
      await sweepTables(deps, stopping);
    } catch (error) {
      if (stopping.aborted) return;
      deps.log.error({ err: error }, 'could not apply opt-outs to all tables');
    }
  });
}
