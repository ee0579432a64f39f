import { createHash } from 'node:crypto';
import { CallError } from '#contract/errors.ts';
import type { ListExport } from '#contract/list-exports.ts';
import type { Deps } from '../deps.ts';
import { confirmExport, exportsOf, storeExport, unconfirmed } from './export-store.ts';
import type { ListFilter } from './row-steps.ts';
import type { ListRecord } from './store.ts';

type ExportDeps = Pick<Deps, 'database' | 'clock'>;

/** Which rows an export has. `leaveOut`: IDs of exclusion lists, with commas between them. */
type ExportFilter = Pick<ListFilter, 'search' | 'where'> & { leaveOut?: string | undefined };

/** A text that is the same for the same rows; empty for all rows. */
function filterKey({ search, where = [], leaveOut = '' }: ExportFilter): string {
  if (search === '' && where.length === 0 && leaveOut === '') return '';
  const exclusions = leaveOut.split(',').sort();
  return createHash('sha256')
    .update(JSON.stringify([search, where, exclusions]))
    .digest('hex');
}

/**
 * The exports that had the rows of a filter, by their names, last one first: those with the same filter, and those of all
 * rows.
 */
async function applicable({ database }: Pick<Deps, 'database'>, listId: string, filter: ExportFilter) {
  const found = await exportsOf(database.db, listId, [...new Set(['', filterKey(filter)])]);
  return found.filter(({ name }, index) => found.findIndex((other) => other.name === name) === index);
}

/** The remembered exports of a list that a later one with this filter can follow. */
export async function viewExports(
  deps: Pick<Deps, 'database'>,
  list: Pick<ListRecord, 'id'>,
  filter: ExportFilter,
): Promise<ListExport[]> {
  const found = await applicable(deps, list.id, filter);
  return found.map(({ name, rows, at }) => ({ name, rows, at: at.toISOString() }));
}

/** The version of the list at the last export with a name; undefined if there is none. */
export async function versionAt(
  deps: Pick<Deps, 'database'>,
  list: Pick<ListRecord, 'id'>,
  name: string,
  filter: ExportFilter,
): Promise<number | undefined> {
  const last = (await applicable(deps, list.id, filter)).find((found) => found.name === name);
  return last && Number(last.version);
}

/** The version of the list that a finished export had; undefined if there is none. `confirm`: it isn't confirmed yet. */
export async function exportedVersion(
  { database }: Pick<Deps, 'database'>,
  list: Pick<ListRecord, 'id'>,
  { name, filter, confirm }: { name: string; filter: ExportFilter; confirm?: string | undefined },
): Promise<number | undefined> {
  const key = filterKey(filter);
  const found = await exportsOf(database.db, list.id, [
    confirm === undefined ? key : unconfirmed(confirm, key),
  ]);
  const one = found.find((each) => each.name === name);
  return one && Number(one.version);
}

/**
 * Remembers that an export had all rows of a filter up to the version of the list. With `confirm`, it counts only once it is
 * confirmed with this ID.
 */
export async function markExport(
  { database, clock }: ExportDeps,
  list: Pick<ListRecord, 'id' | 'version'>,
  {
    name,
    filter,
    rows,
    confirm,
  }: { name: string; filter: ExportFilter; rows: number; confirm?: string | undefined },
): Promise<void> {
  await storeExport(database.db, {
    list_id: list.id,
    name,
    filter: confirm === undefined ? filterKey(filter) : unconfirmed(confirm, filterKey(filter)),
    version: Number(list.version),
    rows,
    at: new Date(clock.now()),
  });
}

/** The file of an export is safe, so it counts. Throws `not_found` for one that isn't known. */
export async function confirmListExport(
  { database }: Pick<Deps, 'database'>,
  list: Pick<ListRecord, 'id'>,
  confirm: string,
): Promise<void> {
  if (!(await confirmExport(database.db, list.id, confirm)))
    throw new CallError('not_found', 'No finished export of this list waits for this confirmation.');
}

/** Throws `validation_failed` if single rows are to be remembered: the others would be missing in the next export. */
export function assertMarkable(input: {
  mark?: string | undefined;
  confirm?: string | undefined;
  selected?: readonly number[] | undefined;
}): void {
  if (input.confirm !== undefined && input.mark === undefined)
    throw new CallError('validation_failed', '`confirm` needs `mark`.');
  if (input.mark !== undefined && input.selected)
    throw new CallError(
      'validation_failed',
      'An export of selected rows can’t be remembered. Leave out `mark` or `selected`.',
    );
}
