/** A report in a file, as the call `bounces` takes it. */
export interface TableBounce {
  email: string;
  kind: 'bounce' | 'hard' | 'soft' | 'policy' | 'complaint' | 'delivered';
  code?: string;
  text?: string;
}

const EMAIL =
  /^(?:e-?mail(?: ?address)?|recipient(?: ?(?:e-?mail|address))?|address|to|contact|bounced ?(?:e-?mail|address))$/;
const KIND = /^(?:type|kind|event|class(?:ification)?|bounce[ _-]?(?:type|class)|category|severity)$/;
const CODE = /^(?:code|status|(?:status|smtp|error|bounce|reply|enhanced)[ _-]?(?:code|status))$/;
const TEXT = /reason|error|message|description|detail|response|diagnos|reply|note/;
const CODE_CHARS = 40;
const TEXT_CHARS = 2000;
/** Rows that show which column has the emails. */
const ROWS_LOOKED_AT = 100;

/** What other programs call kinds of reports. */
const KINDS: readonly (readonly [RegExp, TableBounce['kind']])[] = [
  [/complain|spam ?report|abuse|marked as spam/, 'complaint'],
  [/\bsoft|transient|temporary|deferred|undetermined/, 'soft'],
  [/\bblock|policy/, 'policy'],
  [/\bhard|permanent|invalid/, 'hard'],
  [/^(?:delivered|delivery|sent|success)$/, 'delivered'],
];

/**
 * Reads a table of bounces: rows with an email, and columns for what was said about it. The first row can have the names of
 * the columns. A code or a text counts more than a kind, because programs call policy blocks hard. null: no column has emails.
 */
export function readBounceTable(rows: readonly (readonly string[])[]): TableBounce[] | null {
  const [first = []] = rows;
  const names = first.map((cell) => cell.trim().toLowerCase());
  const hasHeader = !first.some((cell) => cell.includes('@'));
  const body = hasHeader ? rows.slice(1) : rows;
  const top = body.slice(0, ROWS_LOOKED_AT);
  // "Contact" and "To" can also be names.
  const named = names.findIndex(
    (name, index) => EMAIL.test(name) && top.some((row) => row[index]?.includes('@')),
  );
  const email = hasHeader && named >= 0 ? named : columnWithEmails(top);
  if (email < 0) return null;
  const columns = names.map((_, index) => index).filter((index) => index !== email);
  const find = (pattern: RegExp) =>
    hasHeader ? columns.filter((index) => pattern.test(names[index] ?? '')) : [];
  const [kinds, codes] = [find(KIND), find(CODE)];
  const texts = hasHeader
    ? find(TEXT).filter((index) => !kinds.includes(index) && !codes.includes(index))
    : columns;
  const join = (row: readonly string[], of: readonly number[]) =>
    of
      .map((index) => row[index]?.trim() ?? '')
      .filter(Boolean)
      .join(' ');
  return body.flatMap((row): TableBounce[] => {
    const address = row[email]?.trim() ?? '';
    if (address === '') return [];
    // A column like Status can also have words.
    const hasDigit = (index: number) => /\d/.test(row[index] ?? '');
    const code = join(row, codes.filter(hasDigit)).slice(0, CODE_CHARS);
    const words = codes.filter((index) => !hasDigit(index));
    const text = join(row, texts).slice(0, TEXT_CHARS);
    const kind = kindOf(join(row, kinds)) ?? kindOf(join(row, words));
    const said = code !== '' || text !== '';
    return [
      {
        email: address,
        kind: said && (kind === 'hard' || kind === 'soft' || kind === null) ? 'bounce' : (kind ?? 'bounce'),
        ...(code === '' ? {} : { code }),
        ...(text === '' ? {} : { text }),
      },
    ];
  });
}

function columnWithEmails(rows: readonly (readonly string[])[]): number {
  for (const row of rows) {
    const found = row.findIndex((cell) => /^[^@\s]+@[^@\s]+$/.test(cell.trim()));
    if (found >= 0) return found;
  }
  return -1;
}

function kindOf(text: string): TableBounce['kind'] | null {
  const said = text.trim().toLowerCase();
  return KINDS.find(([words]) => words.test(said))?.[1] ?? null;
}
