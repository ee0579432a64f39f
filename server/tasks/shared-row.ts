import { CSV_LIST_SEPARATOR } from '#engines/csv/write-csv.ts';
import type { SharedRow } from '#tools/tool.ts';
import type { IsListed } from '../opt-outs/contact-check.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * A row with the contacts of several people, without those that opted out, and whether it still has data. null: what
 * the row is about opted out. Lists may also be texts, as in a saved list.
 */
export function withoutListed(
  row: Row,
  { subject, together, records, data }: SharedRow,
  isListed: IsListed,
): { row: Record<string, unknown>; found: boolean } | null {
  const isTextListed = (field: string, value: unknown) => typeof value === 'string' && isListed(field, value);
  if (subject.some((field) => isTextListed(field, row[field]))) return null;
  const cleaned: Record<string, unknown> = { ...row };
  for (const fields of together) {
    const lists = fields.map((field) => cellValues(row[field]));
    const isGone = (position: number) =>
      fields.some((field, index) => isTextListed(field, lists[index]?.[position]));
    const positions = Math.max(...lists.map(({ length }) => length));
    const gone = new Set(Array.from({ length: positions }, (_, index) => index).filter(isGone));
    if (gone.size === 0) continue;
    for (const [index, field] of fields.entries()) {
      const kept = (lists[index] ?? []).filter((_, index) => !gone.has(index));
      cleaned[field] = Array.isArray(row[field]) ? kept : kept.join(CSV_LIST_SEPARATOR) || null;
    }
  }
  const listed: unknown[] = [];
  for (const field of records) {
    const shown = row[field];
    if (!Array.isArray(shown)) continue;
    const isGone = (record: Row) => Object.entries(record).some(([name, text]) => isTextListed(name, text));
    cleaned[field] = shown.filter((record: Row) => !isGone(record));
    listed.push(...shown.filter(isGone).flatMap((record: Row) => [record.email, record.phone]));
  }
  withoutContactsOf(cleaned, together, new Set(listed.filter((text) => typeof text === 'string')));
  return { row: cleaned, found: data.some((field) => cellValues(cleaned[field]).length > 0) };
}

/** Takes the other contacts of people who opted out from the lists of a row: their number isn't that of the company. */
function withoutContactsOf(
  row: Record<string, unknown>,
  together: SharedRow['together'],
  contacts: ReadonlySet<unknown>,
): void {
  if (contacts.size === 0) return;
  for (const fields of together) {
    const lists = fields.map((field) => cellValues(row[field]));
    if (!lists.some((list) => list.some((text) => contacts.has(text)))) continue;
    const positions = Math.max(...lists.map(({ length }) => length));
    const kept = Array.from({ length: positions }, (_, index) => index).filter(
      (position) => !lists.some((list) => contacts.has(list[position])),
    );
    for (const [index, field] of fields.entries()) {
      const values = kept.flatMap((position) => lists[index]?.[position] ?? []);
      row[field] = Array.isArray(row[field]) ? values : values.join(CSV_LIST_SEPARATOR) || null;
    }
  }
}

function cellValues(value: unknown): string[] {
  if (typeof value === 'string') return value.split(CSV_LIST_SEPARATOR).filter(Boolean);
  return Array.isArray(value) ? value.map(String) : [];
}
