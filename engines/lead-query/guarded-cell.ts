/**
 * First bytes of what may be a formula: tab, LF, CR, +, -, =, @, and of the wide forms. Written as the engine compares them.
 */
const SUSPECT_BYTES = [9, 10, 13, 43, 45, 61, 64, 0xef];

/** What JavaScript takes for white space (\s), spelled out: the engine's own \s knows fewer. */
const SPACE =
  '\\t\\n\\x0B\\f\\r \\x{00A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}';
const PHONE_OR_NUMBER = `[+-]?\\(?[0-9][0-9${SPACE}().,/-]*(?:[eE][+-]?[0-9]+)?`;
const STARTS_FORMULA = '^[=@\\t\\r\\n＝＠]';
const STARTS_SIGNED = '^[-+－＋]';
/** As lists are written: each entry a number or a phone number. */
const NUMBERS_ALONE = `^${PHONE_OR_NUMBER}(?:; ${PHONE_OR_NUMBER})*$`;

/** The guard of #engines/csv/write-csv.ts against formulas as an expression of ClickHouse's SQL around a column of text. */
export function guardedCell(column: string): string {
  const formula = `${matches(column, STARTS_FORMULA)} OR (${matches(column, STARTS_SIGNED)} AND NOT ${matches(column, NUMBERS_ALONE)})`;
  // The patterns are looked at only for the few cells that begin so.
  return `if(ascii(${column}) IN (${SUSPECT_BYTES.join(', ')}), if(${formula}, concat('\\'', ${column}), ${column}), ${column})`;
}

function matches(column: string, pattern: string): string {
  return `match(${column}, '${pattern.replaceAll('\\', '\\\\')}')`;
}
