import { CSV_LIST_SEPARATOR } from '#engines/csv/write-csv.ts';
import { toolOfType } from '#tools/index/tools.ts';
import {
  type IsListed,
  lookUpContacts,
  namesListed,
  withoutCompanyPhones,
} from '../opt-outs/contact-check.ts';
import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import { withoutListed } from '../tasks/shared-row.ts';
import type { ExclusionOf } from './exclusions/left-out.ts';
import { websiteColumns } from './list-fields.ts';
import { type ListFilter, type ReadRow, rowPages } from './row-steps.ts';
import type { ListRecord } from './store.ts';

type Source = Pick<ListRecord, 'kind' | 'source' | 'columns' | 'fields'>;

/** Rows without people who opted out, and what that changed. */
export interface CheckedRows<Row> {
  shown: Row[];
  /** of the shown rows: those that lost a contact */
  changed: Row[];
  /** rows about someone who opted out */
  gone: Row[];
}

/** Checks rows of a list. Every place that gives out or stores rows of a list shows only these. */
export async function checkRows<Row extends { cells: Record<string, string> }>(
  deps: OptOutDeps,
  list: Source,
  rows: readonly Row[],
): Promise<CheckedRows<Row>> {
  const { kind, source } = list;
  const isListed = await lookUpContacts(
    deps,
    rows.map(({ cells }) => cells),
    undefined,
    websiteColumns(list),
  );
  const result: CheckedRows<Row> = { shown: [], changed: [], gone: [] };
  const shared = kind === 'task' ? toolOfType(source)?.task.sharedRow : undefined;
  for (const row of rows) {
    if (!isListed || !namesListed(row.cells, isListed)) {
      result.shown.push(row);
      continue;
    }
    const own = shared ? withoutListed(row.cells, shared, isListed)?.row : row.cells;
    // Tables of results have own columns, too.
    const cells = own && withoutListedPeople(withoutCompanyPhones(textsOf(own), isListed), isListed);
    // Another column may name the person, too.
    if (!cells || namesListed(cells, isListed)) {
      result.gone.push(row);
      continue;
    }
    const changed = { ...row, cells };
    result.changed.push(changed);
    result.shown.push(changed);
  }
  return result;
}

/** The cells that have a text. */
function textsOf(cells: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(cells).filter(
    (cell): cell is [string, string] => typeof cell[1] === 'string' && cell[1] !== '',
  );
  return Object.fromEntries(texts);
}

/**
 * Cells with several people, as the step "People" writes them: name, title and contacts of each. One who opted out leaves the others,
 * because the row is about their company.
 */
function withoutListedPeople(
  cells: Readonly<Record<string, string>>,
  isListed: IsListed,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(cells).map(([field, text]) => {
      const people = text.split(CSV_LIST_SEPARATOR);
      const kept = people.filter((person) => !isListed(field, person));
      const arePeople = people.length > 1 && people.every((person) => person.includes(', '));
      return [field, arePeople && kept.length > 0 ? kept.join(CSV_LIST_SEPARATOR) : text];
    }),
  );
}

/** Rows of a list that were chosen: by a filter, by their IDs, or both. */
export type ListSelection = ListFilter & {
  selected?: readonly number[] | undefined;
  /** leaves out rows of exclusion lists */
  exclusionOf?: ExclusionOf | null;
};

/** The chosen rows of a list, in pages, without people who opted out. */
export async function* shownPages(
  deps: OptOutDeps,
  list: Source & Pick<ListRecord, 'id'>,
  selection: ListSelection,
): AsyncGenerator<ReadRow[]> {
  for await (const page of rowPages(deps.database.db, list.id, selection)) {
    const { shown } = await checkRows(deps, list, page);
    const wanted = selection.exclusionOf
      ? shown.filter(({ cells }) => !selection.exclusionOf?.(cells))
      : shown;
    if (wanted.length > 0) yield wanted;
  }
}
