import { fieldTable } from './field-lists.ts';
import { csvRecord } from './write-csv.ts';

/** More than a list may have. */
const MAX_ROWS = 200_000;
const MAX_DEPTH = 4;
const RULE = /^[\s|:+=\-┌┬┐├┼┤└┴┘─━═╔╦╗╠╬╣╚╩╝]+$/;
const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/**
 * A pasted Markdown table, table of a terminal, HTML table or list, JSON, or records of lines such as YAML as CSV with commas; null for any other text.
 * Rows of Markdown stay in their lines.
 */
export function markedTable(text: string): string | null {
  const start = text.slice(0, 2000).trimStart();
  if (/^(?:[[{]|```)/.test(start)) return jsonTable(text);
  if (/^<(?:table|html|meta|!doctype|body|div|ul|ol|thead|tbody|google-)/i.test(start))
    return htmlTable(text);
  return (/[|│]/.test(text.slice(0, 5000)) ? linedTable(text) : null) ?? fieldTable(text);
}

function linedTable(text: string): string | null {
  const lines = text.split(/\r\n|\r|\n/);
  const rule = lines.findIndex((line, index) => index < 30 && isRule(line));
  if (rule < 0 || !lines.slice(0, rule + 3).some((line) => /[|│]/.test(line) && !RULE.test(line)))
    return null;
  const first = lines.findIndex((line) => /[|│]/.test(line) && !RULE.test(line));
  return lines
    .map((line, index) => {
      if (index < first || RULE.test(line) || !/[|│]/.test(line)) return '';
      const cells = line
        .trim()
        .replace(/^[|│]/, '')
        .replace(/(?<!\\)[|│]$/, '')
        .split(/(?<!\\)[|│]/);
      return csvRecord(cells.map(markdownCell));
    })
    .join('\n');
}

/** `|---|:--:|`, `--- | ---`, `+----+`. */
function isRule(line: string): boolean {
  return RULE.test(line) && /[-=─━═]{2}/.test(line) && /[|+┼┬╬]/.test(line);
}

function markdownCell(cell: string): string {
  const text = cell.trim().replaceAll('\\|', '|');
  const link = /^\[[^[\]]*\]\(([^()\s]+)\)$/.exec(text)?.[1]?.replace(/^mailto:/i, '');
  return link ?? /^(\*\*|__|`|\*)(.+)\1$/.exec(text)?.[2] ?? text;
}

function htmlTable(text: string): string | null {
  const rowTag = /<table/i.test(text) ? 'tr' : 'li';
  const rows = text.split(new RegExp(`<${rowTag}(?=[\\s>])`, 'i'), MAX_ROWS).slice(1);
  if (rows.length === 0) return null;
  return rows
    .map((row) => {
      const inside = row.slice(tagEnd(row)).split(new RegExp(`</(?:${rowTag}|table|ul|ol)>`, 'i'))[0] ?? '';
      const cells = rowTag === 'li' ? [inside] : inside.split(/<t[dh](?=[\s>])/i).slice(1);
      return csvRecord(cells.map((cell) => htmlCell(rowTag === 'li' ? cell : cell.slice(tagEnd(cell)))));
    })
    .join('\n');
}

/** Where the text after a tag starts. A quoted attribute may contain `>`. */
function tagEnd(text: string): number {
  let quote = '';
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (quote) quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return index + 1;
  }
  return text.length;
}

/** The text of a cell; its link, if the text isn't an address itself. */
function htmlCell(html: string): string {
  const text = html
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,5});/gi, (all, name: string) => character(name) ?? all)
    .trim();
  const link = /<a\s[^<>]*?href=["']?([^"'\s<>]+)/i.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const isLink = /^(?:https?:|mailto:)/i.test(link) && !/[.@]\p{L}{2,}/u.test(text);
  return isLink ? link.replace(/^mailto:([^?]*).*$/i, '$1') : text;
}

function character(name: string): string | undefined {
  if (!name.startsWith('#')) return CHARACTERS[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

function jsonTable(text: string): string | null {
  const opened = text.trim().replace(/^```\w{0,20}/, '');
  const plain = opened.endsWith('```') ? opened.slice(0, -3) : opened;
  const value = parsed(plain) ?? jsonLines(plain);
  const rows = value === null ? null : rowsIn(value, 0);
  if (!rows || rows.length === 0) return null;
  if (rows.every((row) => typeof row === 'string')) return rows.map((row) => csvRecord([row])).join('\n');
  if (rows.every(Array.isArray)) return rows.map((row) => csvRecord(row.map(cellText))).join('\n');
  const flat = rows.map((row) => flatFields(row));
  const columns = [...new Set(flat.slice(0, 1000).flatMap((row) => [...row.keys()]))].slice(0, 500);
  if (columns.length === 0) return null;
  return [columns, ...flat.map((row) => columns.map((column) => row.get(column) ?? ''))]
    .map((row) => csvRecord(row))
    .join('\n');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function jsonLines(text: string): unknown[] | null {
  const rows: unknown[] = [];
  for (const line of text.split(/[\r\n]+/)) {
    if (line.trim() === '') continue;
    const row = parsed(line);
    if (row === null) return null;
    rows.push(row);
  }
  return rows;
}

/** The longest array within objects: `{"data": {"items": [...]}}`. */
function rowsIn(value: unknown, depth: number): unknown[] | null {
  if (Array.isArray(value)) return value;
  if (value === null || typeof value !== 'object') return null;
  const found = depth < MAX_DEPTH ? Object.values(value).map((inner) => rowsIn(inner, depth + 1)) : [];
  const longest = found.reduce<unknown[] | null>(
    (most, rows) => (rows && rows.length > (most?.length ?? 0) ? rows : most),
    null,
  );
  return longest ?? (depth === 0 ? [value] : null);
}

/** The fields of a row. Those of an object within it have its name before theirs: `company domain`. */
function flatFields(row: unknown): Map<string, string> {
  const fields = new Map<string, string>();
  if (row === null || typeof row !== 'object') return fields.set('value', cellText(row));
  for (const [name, value] of Object.entries(row)) {
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      fields.set(name, cellText(value));
    else for (const [inner, field] of Object.entries(value)) fields.set(`${name} ${inner}`, cellText(field));
  }
  return fields;
}

function cellText(value: unknown): string {
  if (Array.isArray(value)) return value.map(cellText).join('; ');
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
