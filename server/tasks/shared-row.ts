import { CSV_LIST_SEPARATOR } from '#engines/csv/write-csv.ts';
import { companySite } from '#engines/list-items/company-site.ts';
import type { SharedRow } from '#tools/tool.ts';
import { type IsListed, OPTED_OUT } from '../opt-outs/contact-check.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * A row with the contacts of several people, without those that opted out, and whether it still has data. null: what
 * the row is about opted out. Lists may also be texts, as in a saved list.
 */
export function withoutListed(
  row: Row,
  { subject, together, records, data, texts = [] }: SharedRow,
  isListed: IsListed,
): { row: Record<string, unknown>; found: boolean } | null {
  const isTextListed = (field: string, value: unknown) => typeof value === 'string' && isListed(field, value);
  if (subject.some((field) => isTextListed(field, row[field]))) return null;
  const cleaned: Record<string, unknown> = { ...row };
  const take = (isGone: (field: string, value: unknown) => boolean) => {
    for (const fields of together) Object.assign(cleaned, withoutPositions(cleaned, fields, isGone));
  };
  take(isTextListed);
  const isGone = (record: Row) => Object.entries(record).some(([name, text]) => isTextListed(name, text));
  const gone = records.flatMap((field) => recordsOf(row, field).filter(isGone));
  const sites = new Set(
    texts.length === 0
      ? []
      : gone.flatMap(({ domain, page }) => [
          ...(isTextListed('domain', domain) ? sitesIn(domain) : []),
          ...(isTextListed('page', page) ? sitesIn(page) : []),
        ]),
  );
  const namesGone = (text: unknown) => sites.size > 0 && sitesIn(text).some((site) => sites.has(site));
  for (const field of records) {
    if (!Array.isArray(row[field])) continue;
    cleaned[field] = recordsOf(row, field).filter(
      (record) => !isGone(record) && !Object.values(record).some(namesGone),
    );
  }
  for (const field of texts) if (namesGone(row[field])) cleaned[field] = OPTED_OUT;
  const listed = gone.flatMap((record) => [record.email, record.phone]);
  // The number of someone who opted out isn't that of the company.
  const contacts = new Set<unknown>(listed.filter((text) => typeof text === 'string'));
  if (contacts.size > 0) take((_, value) => contacts.has(value));
  return { row: cleaned, found: data.some((field) => cellValues(cleaned[field]).length > 0) };
}

function recordsOf(row: Row, field: string): readonly Row[] {
  const records = row[field];
  return Array.isArray(records) ? records : [];
}

/** The websites that a text names. */
function sitesIn(text: unknown): string[] {
  if (typeof text !== 'string') return [];
  return text
    .split(/[^\p{L}\p{N}.-]+/u)
    .flatMap((word) => (word.includes('.') ? (companySite(word) ?? []) : []));
}

/** The fields of lists that belong together, without the positions at which one of them has a value that is gone. */
function withoutPositions(
  row: Row,
  fields: readonly string[],
  isGone: (field: string, value: unknown) => boolean,
): Record<string, unknown> {
  const lists = fields.map((field) => cellValues(row[field]));
  const positions = Math.max(...lists.map(({ length }) => length));
  const gone = new Set(
    Array.from({ length: positions }, (_, position) => position).filter((position) =>
      fields.some((field, index) => isGone(field, lists[index]?.[position])),
    ),
  );
  if (gone.size === 0) return {};
  return Object.fromEntries(
    fields.map((field, index) => {
      const kept = (lists[index] ?? []).filter((_, position) => !gone.has(position));
      return [field, Array.isArray(row[field]) ? kept : kept.join(CSV_LIST_SEPARATOR) || null];
    }),
  );
}

function cellValues(value: unknown): string[] {
  if (typeof value === 'string') return value.split(CSV_LIST_SEPARATOR).filter(Boolean);
  return Array.isArray(value) ? value.map(String) : [];
}
