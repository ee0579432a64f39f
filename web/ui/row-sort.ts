/** The sort order of rows. In the URL it is `sort`, with `-` for descending. */
export interface RowSort {
  column: string;
  descending: boolean;
}

/** The sort value of each sortable column. In both directions, empty strings sort last, and numbers before texts. */
export type SortKeys<View> = Readonly<Record<string, (view: View) => string | number>>;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export function readRowSort(params: URLSearchParams): RowSort | null {
  const value = params.get('sort') ?? '';
  const column = value.replace(/^-/, '');
  return column ? { column, descending: value.startsWith('-') } : null;
}

export function writeRowSort({ column, descending }: RowSort): string {
  return `${descending ? '-' : ''}${column}`;
}

/** The sort order after a click on a column header: ascending, then descending, then none. */
export function nextSort(sort: RowSort | null, column: string): RowSort | null {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? null : { column, descending: true };
}

/** Sorts rows. Equal rows keep their order. No order, or an unknown column, changes nothing. */
export function sortRows<View>(
  views: readonly View[],
  sort: RowSort | null,
  keys: SortKeys<View>,
): readonly View[] {
  const key = sort && Object.hasOwn(keys, sort.column) ? keys[sort.column] : undefined;
  if (!sort || !key) return views;
  const sign = sort.descending ? -1 : 1;
  return views
    .map((view) => ({ view, by: key(view) }))
    .sort((a, b) => {
      if (a.by === '' || b.by === '') return Number(a.by === '') - Number(b.by === '');
      if (typeof a.by === 'number' && typeof b.by === 'number') return sign * (a.by - b.by);
      if (typeof a.by === 'string' && typeof b.by === 'string') return sign * collator.compare(a.by, b.by);
      return typeof a.by === 'number' ? -1 : 1;
    })
    .map(({ view }) => view);
}
