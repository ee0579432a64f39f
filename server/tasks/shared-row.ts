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
  for (const field of records) {
    const shown = row[field];
    if (Array.isArray(shown)) {
      cleaned[field] = shown.filter(
        (record: Row) => !Object.entries(record).some(([name, text]) => isTextListed(name, text)),
      );
    }
  }
  return { row: cleaned, found: data.some((field) => cellValues(cleaned[field]).length > 0) };
}

function cellValues(value: unknown): string[] {
  if (typeof value === 'string') return value.split(CSV_LIST_SEPARATOR).filter(Boolean);
  return Array.isArray(value) ? value.map(String) : [];
}
