import type { z } from 'zod';
import type { TaskRow } from '#contract/tasks.ts';
import { containsText, type StoredRow, searchText } from '#tools/list-tool/row-text.ts';
import type { RowFilter } from './row-filter.ts';

/** Stands in for a stored row that this version of the page can't read. */
export const UNREADABLE_ROW = "This page can't show this result. Download the CSV file to see it.";

/** A finished row of a task as its tool's table shows it. */
export interface RowView<Row, Status extends string = string> {
  position: number;
  /** in credits */
  charge: number;
  row: Row;
  /** what the status filter finds it by */
  status: Status;
  /** the text that the text filter searches, as `searchText` makes it */
  searchText: string;
}

interface ViewedTask<Row> {
  row: z.ZodType<Row>;
  csv: { columns: readonly string[] };
  filter?: { text: readonly string[] };
}

/**
 * Makes the view of a finished row once, because rows never change: the same row always has the same view.
 * `unreadable` replaces a stored row of another shape, so that it doesn't look like an empty result. `more` adds the
 * status and what only this tool shows.
 */
export function rowViews<Row extends StoredRow, More extends { status: string }>(
  { row: schema, csv, filter }: ViewedTask<Row>,
  unreadable: (input: string) => Row,
  more: (row: Row, input: string) => More,
): (row: TaskRow) => RowView<Row, More['status']> & More {
  const views = new WeakMap<TaskRow, RowView<Row, More['status']> & More>();
  return (stored) => {
    const known = views.get(stored);
    if (known) return known;
    const { position, charge, input } = stored;
    const row = schema.safeParse(stored.row).data ?? unreadable(input);
    const view = {
      position,
      charge,
      row,
      searchText: searchText(row, filter?.text ?? csv.columns),
      ...more(row, input),
    };
    views.set(stored, view);
    return view;
  };
}

/** Whether a row has the status and the text of a filter. */
export function matchesFilter(
  view: Pick<RowView<unknown>, 'status' | 'searchText'>,
  { show, text }: Pick<RowFilter, 'show' | 'text'>,
): boolean {
  return (show === 'all' || view.status === show) && containsText(view.searchText, text);
}
