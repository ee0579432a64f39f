/**
 * A row as JSON text that PostgreSQL accepts as jsonb: without the NUL and lone surrogates that web pages may
 * contain.
 */
export function storableJson(row: object): string {
  return JSON.stringify(row, (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  );
}
