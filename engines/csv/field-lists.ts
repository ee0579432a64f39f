import { namesColumn } from './column-roles.ts';
import { csvRecord } from './write-csv.ts';

/** More than a list may have. */
const MAX_LINES = 200_000;
const MAX_COLUMNS = 100;
const FIELD = /^(\s{0,40})(-\s{1,8})?["']?(\p{L}[\p{L}\p{N} _/.()-]{0,39}?)["']?\s?:(?:\s+(.*))?$/u;

/**
 * Lines with a field each as CSV with commas: YAML, or records that a blank line or their first field sets apart, as in
 * `Company: Acme`, `Website: acme.com`. null if another line is among them, or no field is one that we know.
 */
export function fieldTable(text: string): string | null {
  const start = text.slice(0, 500).trimStart();
  if (!FIELD.test(start.split(/[\r\n]/, 1)[0] ?? '') && !start.startsWith('---')) return null;
  const records: Map<string, string>[] = [];
  let record: Map<string, string> | null = null;
  /** how far the items of the list are indented; null before its first dash */
  let dashes: number | null = null;
  const lines = text.split(/\r\n|\r|\n/, MAX_LINES + 1);
  if (lines.length > MAX_LINES) return null;
  for (const line of lines) {
    if (/^\s*$/.test(line)) {
      if (dashes === null) record = null;
      continue;
    }
    if (/^(?:---|\.\.\.|\s*#.*)$/.test(line)) continue;
    const [, indent = '', dash, key = '', value = ''] = FIELD.exec(line) ?? [];
    // An item of a list within a field: `- steel`.
    if (key === '' && dashes !== null && /^\s+- /.test(line)) continue;
    if (key === '') return null;
    if (dash !== undefined) dashes ??= indent.length;
    const isNew: boolean =
      dash === undefined ? dashes === null && record?.has(key) === true : indent.length === dashes;
    if (record === null || isNew) {
      record = new Map();
      records.push(record);
    }
    if (value.trim() !== '' && !record.has(key)) record.set(key, plainValue(value.trim()));
  }
  const filled = records.filter((fields) => fields.size > 0);
  const columns = [...new Set(filled.slice(0, 1000).flatMap((fields) => [...fields.keys()]))].slice(
    0,
    MAX_COLUMNS,
  );
  if (columns.length < 2 || !namesColumn(columns)) return null;
  return [columns, ...filled.map((fields) => columns.map((column) => fields.get(column) ?? ''))]
    .map((cells) => csvRecord(cells))
    .join('\n');
}

/** A value without its quotes and its comment. */
function plainValue(value: string): string {
  return /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
}
