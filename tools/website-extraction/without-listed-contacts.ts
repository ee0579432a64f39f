import { CSV_LIST_SEPARATOR } from '#contract/csv.ts';
import { SOCIAL_NETWORKS } from '#contract/website.ts';

type Row = Readonly<Record<string, unknown>>;

/** What the row is about. */
const SUBJECT = ['input', 'url', 'domain', 'final_url'];
const TEXTS = ['title', 'description', 'keywords', 'company_email'];

/**
 * A website's row without the contacts that opted out, and whether it still has any; null if the site itself opted
 * out. Lists may also be texts, as in a CSV file or a saved list.
 */
export function withoutListedContacts(
  row: Row,
  isListed: (field: string, text: string) => boolean,
): { row: Record<string, unknown>; found: boolean } | null {
  const isTextListed = (field: string, value: unknown) => typeof value === 'string' && isListed(field, value);
  if (SUBJECT.some((field) => isTextListed(field, row[field]))) return null;
  const cleaned: Record<string, unknown> = { ...row };
  const emails = listOf(row.emails);
  const isKept = emails.map((email) => !isListed('emails', email));
  const pages = listOf(row.email_pages);
  setList(
    cleaned,
    row,
    'emails',
    emails.filter((_, at) => isKept[at]),
  );
  if (pages.length === emails.length)
    setList(
      cleaned,
      row,
      'email_pages',
      pages.filter((_, at) => isKept[at]),
    );
  for (const field of TEXTS) if (isTextListed(field, row[field])) cleaned[field] = null;
  for (const network of SOCIAL_NETWORKS) {
    const [url, username] = [`${network}_url`, `${network}_username`];
    if (!isTextListed(url, row[url]) && !isTextListed(username, row[username])) continue;
    cleaned[url] = null;
    cleaned[username] = null;
  }
  if (Array.isArray(row.evidence)) {
    cleaned.evidence = row.evidence.filter(
      (one: Row) => !isTextListed('value', one.value) && !isTextListed('written', one.written),
    );
  }
  return { row: cleaned, found: hasContacts(cleaned) };
}

function hasContacts(row: Row): boolean {
  return (
    listOf(row.emails).length > 0 ||
    listOf(row.phones).length > 0 ||
    SOCIAL_NETWORKS.some((network) => Boolean(row[`${network}_url`]))
  );
}

function listOf(value: unknown): string[] {
  if (typeof value === 'string') return value.split(CSV_LIST_SEPARATOR).filter(Boolean);
  return Array.isArray(value) ? value.map(String) : [];
}

function setList(into: Record<string, unknown>, row: Row, field: string, list: readonly string[]): void {
  if (row[field] === undefined) return;
  into[field] = Array.isArray(row[field]) ? list : list.join(CSV_LIST_SEPARATOR);
}
