import type { RestQuery } from './query.ts';
import type { StoredValues } from './table.ts';

/** What the streamed columns of one list can have in all, in bytes. Later rows have null instead. */
const LIST_STREAMED_MAX_BYTES = 2 * 1024 * 1024;
/** Each takes a query. */
const LIST_STREAMED_MAX_ROWS = 100;

/** Yields the JSON text of rows in chunks: a list, or a single object with `single`. */
export async function* rowsJson(
  query: RestQuery,
  rows: readonly StoredValues[],
  single: boolean,
): AsyncGenerator<string> {
  const budget = { bytes: LIST_STREAMED_MAX_BYTES };
  if (!single) yield '[';
  for (const [index, row] of rows.entries()) {
    if (index > 0) yield ',';
    if (query.byKey) yield* wholeRowJson(query, row);
    else {
      if (index >= LIST_STREAMED_MAX_ROWS) budget.bytes = 0;
      yield listRowJson(query, row, await listedTexts(query, row, budget));
    }
  }
  if (!single) yield ']';
}

/** Whether a query selects a streamed column. */
export function isStreamed(query: RestQuery): boolean {
  return query.select.some(({ column }) => column.kind === 'streamed');
}

/** Whether a query by key gets a streamed column that is too large for a list. */
export function isFile({ byKey, select }: RestQuery, rows: readonly StoredValues[]): boolean {
  return (
    byKey &&
    select.some(({ column }) => column.kind === 'streamed' && rows.some((row) => !column.inList(row)))
  );
}

async function* wholeRowJson(query: RestQuery, row: StoredValues): AsyncGenerator<string> {
  let text = '{';
  for (const [index, { label, column }] of query.select.entries()) {
    text += `${index > 0 ? ',' : ''}${JSON.stringify(label)}:`;
    if (column.kind === 'streamed') {
      yield text;
      yield* column.text(row);
      text = '';
    } else {
      const value = column.kind === 'stored' ? row[column.from] : column.value(row, { leftOut: false });
      text += JSON.stringify(value ?? null);
    }
  }
  yield `${text}}`;
}

/** The texts of a row's streamed columns by label; null for one that is left out. */
async function listedTexts(
  query: RestQuery,
  row: StoredValues,
  budget: { bytes: number },
): Promise<Map<string, string | null>> {
  const texts = new Map<string, string | null>();
  for (const { label, column } of query.select) {
    if (column.kind !== 'streamed') continue;
    texts.set(
      label,
      budget.bytes > 0 && column.inList(row) ? await textWithin(column.text(row), budget) : null,
    );
  }
  return texts;
}

/**
 * The whole text, or null if it doesn't fit. Then nothing else does, so that a list never reads more than it
 * sends.
 */
async function textWithin(chunks: AsyncIterable<string>, budget: { bytes: number }): Promise<string | null> {
  let text = '';
  for await (const chunk of chunks) {
    budget.bytes -= Buffer.byteLength(chunk);
    if (budget.bytes < 0) return null;
    text += chunk;
  }
  return text;
}

function listRowJson(query: RestQuery, row: StoredValues, texts: ReadonlyMap<string, string | null>): string {
  const leftOut = [...texts.values()].includes(null);
  const fields = query.select.map(({ label, column }) => {
    const value =
      column.kind === 'streamed'
        ? (texts.get(label) ?? 'null')
        : JSON.stringify(
            (column.kind === 'stored' ? row[column.from] : column.value(row, { leftOut })) ?? null,
          );
    return `${JSON.stringify(label)}:${value}`;
  });
  return `{${fields.join(',')}}`;
}
