import { refanged } from '#engines/list-items/cell-text.ts';
import { readEmail } from '#engines/list-items/email.ts';
import { isSentence } from '#engines/list-items/several.ts';
import { namesColumn } from './column-roles.ts';
import type { TableText } from './read-table.ts';

const SAMPLE_CHARS = 20_000;
const SAMPLE_LINES = 50;
/** More lines are a list, whose rows all count. */
const MAX_PROSE_LINES = 200;
const MAX_LINE_CHARS = 100_000;
/** What programs for email write before addresses, in their languages. */
const LABEL =
  /^\s{0,9}(?:to|cc|bcc|from|reply-to|sender|an|von|à|de|para|cco|da|a|per|aan|van|til|fra|till|från|do|od|komu|dw|kime|kimden|кому|от|копия|від|копія|προς|από|收件人|发件人|抄送|寄件者|宛先|差出人|받는 사람|보낸 사람|إلى|من)\s?[::]/iu;
const NAMED = /<[^<>\s]{1,320}@[^<>\s]{1,255}>\s{0,9}[,;]\s{0,9}["'\p{L}]/u;
const ADDRESS = /[^\s<>()[\]{}"“”„«»,;:|]{1,64}@[^\s<>()[\]{}"“”„«»,;:|@]{1,255}/gu;
/** logo@2x.png */
const IMAGE = /@\d+x\.\p{L}{3,4}$/u;

/**
 * The addresses of a message: the fields of an email (`To: Jane Doe <jane@acme.com>, ...`), several addresses with names in a
 * line, or sentences. They stay in their lines, with `; ` between them. null for any other text.
 */
export function messageTable({ body, delimiter, linesBefore }: TableText): TableText | null {
  if (delimiter !== null || !isMessage(body)) return null;
  const lines = body.split(/\r\n|\r|\n/);
  const addresses = lines.map((line) => addressesIn(line).join('; '));
  return addresses.some((line) => line !== '')
    ? { body: addresses.join('\n'), delimiter: '\t', linesBefore }
    : null;
}

function isMessage(body: string): boolean {
  const start = body.slice(0, SAMPLE_CHARS);
  if (!/@|\bat\b/i.test(start)) return false;
  const lines = start.split(/[\r\n]+/, SAMPLE_LINES).filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  if (LABEL.test(first) && lines.some((line) => line.includes('@'))) return true;
  if (first.includes('@') && NAMED.test(first)) return true;
  return isProse(lines, first) && body.split('\n', MAX_PROSE_LINES + 1).length <= MAX_PROSE_LINES;
}

/** Whether all addresses are within sentences, and no line is a row. */
function isProse(lines: readonly string[], first: string): boolean {
  if (!lines.some(isSentence) || namesColumn(first.split(/[\t,;|]/))) return false;
  return !lines.some((line) =>
    line.split(/[\t,;|]/).some((cell) => cell.includes('@') && readEmail(cell).ok),
  );
}

function addressesIn(line: string): string[] {
  return [...refanged(line.slice(0, MAX_LINE_CHARS)).matchAll(ADDRESS)]
    .map(([address]) => address.replace(/[.!?'’]{1,9}$/, '').replace(/^['‘]/, ''))
    .filter((address) => !IMAGE.test(address) && readEmail(address).ok);
}
