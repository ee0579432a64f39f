/** By which column rows are ordered; null leaves them as they were given. It lives in the address as `sort`, with `-` for descending. */
export interface RowSort {
  column: string;
  descending: boolean;
}

/** What rows are ordered by, for each column that can be. An empty text is nothing, and stands last either way. */
export type SortKeys<View> = Readonly<Record<string, (view: View) => string | number>>;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export function readRowSort(params: URLSearchParams): RowSort | null {
  const written = params.get('sort') ?? '';
  const column = written.replace(/^-/, '');
  return column ? { column, descending: written.startsWith('-') } : null;
}

export function writeRowSort({ column, descending }: RowSort): string {
  return `${descending ? '-' : ''}${column}`;
}

/** What a press on a column's name asks for: ascending, then descending, then the order given. */
export function nextSort(sort: RowSort | null, column: string): RowSort | null {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? null : { column, descending: true };
}

/** The rows in order; equal ones stay in the order given. A column that cannot be sorted by changes nothing. */
export function sortRows<View>(
  views: readonly View[],
  sort: RowSort | null,
  keys: SortKeys<View>,
): readonly View[] {
  const key = sort && Object.hasOwn(keys, sort.column) ? keys[sort.column] : undefined;
  if (!sort || !key) return views;
  const turn = sort.descending ? -1 : 1;
  return views
    .map((view) => ({ view, by: key(view) }))
    .sort((a, b) => {
      if (a.by === '' || b.by === '') return Number(a.by === '') - Number(b.by === '');
      const order =
        typeof a.by === 'number' && typeof b.by === 'number'
          ? a.by - b.by
          : collator.compare(String(a.by), String(b.by));
      return turn * order;
    })
    .map(({ view }) => view);
}
