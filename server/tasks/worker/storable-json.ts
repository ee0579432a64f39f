/**
 * A row as JSON text that PostgreSQL takes as jsonb: it refuses NUL and half surrogate pairs, which pages do contain.
 */
export function storableJson(row: object): string {
  return JSON.stringify(row, (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  );
}
