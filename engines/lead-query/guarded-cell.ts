/**
 * First bytes of a possible formula: tab, LF, CR, +, -, =, @, and the first UTF-8 byte of the full-width
 * forms.
 */
const SUSPECT_BYTES = [9, 10, 13, 43, 45, 61, 64, 0xef];

/** The characters of JavaScript's \s. ClickHouse's \s has fewer. */
const SPACE =
  '\\t\\n\\x0B\\f\\r \\x{00A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}';
const PHONE_OR_NUMBER = `[+-]?\\(?[0-9][0-9${SPACE}().,/-]*(?:[eE][+-]?[0-9]+)?`;
const STARTS_FORMULA = '^[=@\\t\\r\\n＝＠]';
const STARTS_SIGNED = '^[-+－＋]';
/** A list of only numbers or phone numbers. */
const ONLY_NUMBERS = `^${PHONE_OR_NUMBER}(?:; ${PHONE_OR_NUMBER})*$`;

/** Where a spreadsheet that splits lines at semicolons or tabs starts a cell inside of ours. */
const SPLITS = [';', '\\t', '\\r', '\\n'];
const INNER_FORMULA = '([;\\t\\r\\n])([" ]*(?:[=@＝＠]|[+\\-＋－][0-9 ().,/-]*[^0-9 ().,/\\-;\\t\\r\\n]))';

/**
 * A ClickHouse expression that escapes formulas in a text column like `guardFormulas` in
 * #engines/csv/write-csv.ts.
 */
export function guardedCell(column: string): string {
  const formula = `${matches(column, STARTS_FORMULA)} OR (${matches(column, STARTS_SIGNED)} AND NOT ${matches(column, ONLY_NUMBERS)})`;
  // The patterns run only for the few cells with a suspect first byte.
  const start = `if(ascii(${column}) IN (${SUSPECT_BYTES.join(', ')}), if(${formula}, concat('\\'', ${column}), ${column}), ${column})`;
  const splits = SPLITS.map((split) => `'${split}'`).join(', ');
  return `if(multiSearchAny(${column}, [${splits}]), replaceRegexpAll(${start}, '${escaped(INNER_FORMULA)}', '\\\\1\\'\\\\2'), ${start})`;
}

function matches(column: string, pattern: string): string {
  return `match(${column}, '${escaped(pattern)}')`;
}

function escaped(pattern: string): string {
  return pattern.replaceAll('\\', '\\\\');
}
