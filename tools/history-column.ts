/**
 * One column of a task's results in the history. `values` reads a stored row; a missing value is left out.
 */
export interface HistoryColumn {
  header: string;
  kind: 'text' | 'copy' | 'link';
  values(row: StoredRow): string[];
}

export type StoredRow = Record<string, unknown>;

/**
 * A column that shows the first of these fields with a value. Older rows use other names for the same thing.
 */
export function historyColumn(
  header: string,
  kind: HistoryColumn['kind'],
  ...fields: string[]
): HistoryColumn {
  return {
    header,
    kind,
    values: (row) => fields.map((field) => textsOf(row[field])).find((texts) => texts.length > 0) ?? [],
  };
}

/** The lower-case text that the text filter searches: of these fields of a stored row. */
export function searchText(row: StoredRow, fields: readonly string[]): string {
  return fields
    .flatMap((field) => textsOf(row[field]))
    .join('\n')
    .toLowerCase();
}

/** The texts in a stored value: of a text, a number, or a list of them. */
export function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'string' && value.trim() ? [value] : [];
}
