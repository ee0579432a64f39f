import type { FilteredColumn } from './row-filter.ts';

/** One choice of the status filter. The first one shows all rows. */
export interface StatusChoice {
  show: string;
  label: string;
  /** matching rows; null if unknown */
  count: number | null;
}

/** A column as the card of results knows it. */
export interface CardColumn extends FilteredColumn {
  header: string;
  /** the values of a column that has few of them, with their labels */
  values?: Readonly<Record<string, string>>;
  /** filtered by the smallest number */
  number?: boolean;
  /** filtered by the choices of the status filter */
  status?: boolean;
}
