import type { RestQuery } from './query.ts';
import type { StoredValues } from './table.ts';

/** Yields the JSON text of rows in chunks: a list, or a single object with `single`. */
export async function* rowsJson(
  query: RestQuery,
  rows: readonly StoredValues[],
  single: boolean,
): AsyncGenerator<string> {
  if (!single) yield '[';
  for (const [index, row] of rows.entries()) {
    if (index > 0) yield ',';
    yield* rowJson(query, row);
  }
  if (!single) yield ']';
}

/** Whether a query selects a streamed column. */
export function isStreamed(query: RestQuery): boolean {
  return query.select.some(({ column }) => column.kind === 'streamed');
}

async function* rowJson(query: RestQuery, row: StoredValues): AsyncGenerator<string> {
  let text = '{';
  for (const [index, { label, column }] of query.select.entries()) {
    text += `${index > 0 ? ',' : ''}${JSON.stringify(label)}:`;
    if (column.kind === 'streamed') {
      yield text;
      yield* column.text(row, { byKey: query.byKey });
      text = '';
    } else {
      const value = column.kind === 'stored' ? row[column.from] : column.value(row);
      text += JSON.stringify(value ?? null);
    }
  }
  yield `${text}}`;
}
