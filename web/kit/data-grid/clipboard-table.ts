/** Cells as spreadsheets put them on the clipboard: tabs between cells, and quotes around those that need them. */
export function formatTsv(rows: readonly (readonly string[])[]): string {
  const text = rows.map((cells) => cells.map(quoted).join('\t')).join('\r\n');
  // A reader drops one line break at the end, which would be the last row here.
  return rows.length > 1 && rows.at(-1)?.join('') === '' && rows.at(-1)?.length === 1 ? `${text}\r\n` : text;
}

function quoted(text: string): string {
  return /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Reads cells from the clipboard: of Excel, Google Sheets, LibreOffice, or plain lines. Quotes count only around a whole
 * cell. All rows get the length of the longest.
 */
export function parseTsv(text: string): string[][] {
  const source = text.replace(/\r?\n$|\r$/, '');
  const rows: string[][] = [[]];
  let at = 0;
  for (;;) {
    const cell = quotedCell(source, at) ?? plainCell(source, at);
    rows.at(-1)?.push(cell.text);
    at = cell.end;
    if (at >= source.length) break;
    if (source[at] !== '\t') rows.push([]);
    at += source.startsWith('\r\n', at) ? 2 : 1;
  }
  const width = Math.max(...rows.map((cells) => cells.length));
  return rows.map((cells) => [...cells, ...Array<string>(width - cells.length).fill('')]);
}

interface ReadCell {
  text: string;
  /** where the tab, the line break or the end after it is */
  end: number;
}

const PLAIN = /[^\t\r\n]*/y;
const QUOTED = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y;

function plainCell(source: string, at: number): ReadCell {
  PLAIN.lastIndex = at;
  const text = PLAIN.exec(source)?.[0] ?? '';
  return { text, end: at + text.length };
}

function quotedCell(source: string, at: number): ReadCell | null {
  if (source[at] !== '"') return null;
  QUOTED.lastIndex = at;
  const match = QUOTED.exec(source);
  return match && { text: (match[1] ?? '').replaceAll('""', '"'), end: at + match[0].length };
}

interface HtmlTable {
  rows: readonly (readonly string[])[];
  /** the first row has the headers */
  headers: boolean;
  /** columns that may become numbers; Excel keeps the text of all others, such as phones and dates */
  numbers: readonly boolean[];
}

/** The same cells as an HTML table, which Excel and word processors prefer. */
export function formatHtmlTable({ rows, headers, numbers }: HtmlTable): string {
  const lines = rows.map((cells, row) => {
    const tag = headers && row === 0 ? 'th' : 'td';
    const parts = cells.map((text, column) => {
      const keepsText = tag === 'td' && !numbers[column];
      return `<${tag}${keepsText ? TEXT_CELL : ''}>${escaped(text)}</${tag}>`;
    });
    return `<tr>${parts.join('')}</tr>`;
  });
  return `<table>${lines.join('')}</table>`;
}

const TEXT_CELL = ` style='mso-number-format:"\\@"'`;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign).replace(/\r\n?|\n/g, '<br>');
}

/**
 * The texts to paste into a range: a single text goes into every cell, and so do several if the range has room for them
 * a whole number of times. `height` and `width` are the size of the selected range.
 */
export function repeatedOver(
  texts: readonly (readonly string[])[],
  height: number,
  width: number,
): readonly (readonly string[])[] {
  const rows = texts.length;
  const columns = texts[0]?.length ?? 0;
  if (rows === 0 || columns === 0) return texts;
  const down = height % rows === 0 ? height : rows;
  const across = width % columns === 0 ? width : columns;
  if (down === rows && across === columns) return texts;
  return Array.from({ length: down }, (_, row) =>
    Array.from({ length: across }, (_, column) => texts[row % rows]?.[column % columns] ?? ''),
  );
}
