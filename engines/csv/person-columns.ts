import { MORE_EMAIL_COLUMNS_MAX, type PersonColumns } from '#contract/emails.ts';
import { isBlank, itemText } from '#engines/list-items/cell-text.ts';
import { columnsNamed, hasEmail, hasOnlyPages, namedColumn, withoutPages } from './column-roles.ts';

/** Longer cells are never a domain or an email. */
const MAX_MATCHED_CHARS = 1000;
const DOMAIN = /^(?:https?:\/\/)?(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{L}{2,}(?:[/?#:].*)?$/iu;

/** The columns whose headers lists of people and of leads share. */
export type NamedColumns = Omit<PersonColumns, 'company' | 'more_emails'>;

/** Whether the columns identify a person (a name, and a domain or company) or an email address. */
export function hasRequiredColumns({
  first_name,
  last_name,
  full_name,
  domain,
  company,
  email,
}: PersonColumns): boolean {
  const named = [first_name, last_name, full_name].some((index) => index !== null);
  return email !== null || ((domain !== null || company !== null) && named);
}

/** The columns that a header names, in any of the languages we know. */
export function namedColumns(header: readonly string[]): NamedColumns {
  const named = (role: Parameters<typeof namedColumn>[1]) => namedColumn(header, role);
  return {
    ...nameColumns(named('first_name'), named('last_name'), named('full_name')),
    domain: named('website'),
    email: named('email'),
  };
}

/** Detects columns by header name, else by cell content. `width` is the number of columns. */
export function guessColumns(
  header: readonly string[],
  sample: readonly (readonly string[])[],
  width: number,
): PersonColumns {
  const named = namedColumns(header);
  const byContent = (fits: (cell: string) => boolean) => {
    const counts = Array.from(
      { length: width },
      (_, index) => sample.filter((cells) => fits(cells[index] ?? '')).length,
    );
    const best = counts.reduce((most, count) => Math.max(most, count), 0);
    return best > 0 && best >= sample.length / 2 ? counts.indexOf(best) : null;
  };
  const domain =
    namedColumn(withoutPages(header, sample), 'website') ??
    byContent((cell) => isDomain(cell) && !hasEmail(cell) && !hasOnlyPages(cell));
  const guess: PersonColumns = {
    ...named,
    // Rows with links to shared sites say so.
    domain: domain ?? named.domain ?? byContent((cell) => isDomain(cell) && !hasEmail(cell)),
    company: null,
    email: named.email ?? ownEmailColumn(header) ?? byContent(hasEmail),
  };
  const { email } = guess;
  if (email !== null) guess.more_emails = moreEmailColumns(header, sample, email);
  // A list with emails is verified. Its other rows are looked for by their company only if the person says so, or if most of them have
  // nothing else, as connections of LinkedIn.
  const emails = sample.filter((cells) => hasEmail(cells[email ?? -1] ?? '')).length;
  if (email === null || (domain === null && 2 * emails < sample.length))
    guess.company = namedColumn(header, 'company');
  if (header.length === 0 && guess.domain !== null) {
    // Without a header, names are in the order of the specification.
    const { domain, email, more_emails = [] } = guess;
    const others = Array.from({ length: width }, (_, index) => index).filter(
      (index) => index !== domain && index !== email && !more_emails.includes(index),
    );
    const [first = null, last = null] = others;
    if (last === null) guess.full_name = first;
    else Object.assign(guess, { first_name: first, last_name: last });
  }
  return guess;
}

/**
 * The columns with emails beside the chosen one: by their headers ("Secondary email", "Direct_Email_1"), without a header by the cells of
 * `sample`.
 */
export function moreEmailColumns(
  header: readonly string[],
  sample: readonly (readonly string[])[],
  email: number,
): number[] {
  const columns = header.length > 0 ? columnsNamed(header, 'email') : emailColumns(sample);
  return columns.filter((index) => index !== email).slice(0, MORE_EMAIL_COLUMNS_MAX);
}

/** The columns most of whose cells have an email, apart from empty ones: few people have a second address. */
function emailColumns(rows: readonly (readonly string[])[]): number[] {
  const balance: number[] = [];
  for (const cells of rows)
    for (const [index, cell] of cells.entries())
      if (!isBlank(cell)) balance[index] = (balance[index] ?? 0) + (hasEmail(cell) ? 1 : -1);
  return balance.flatMap((more, index) => (more > 0 ? [index] : []));
}

/** Columns of our own files with emails. In lists of other products they may be something else. */
const OWN_EMAIL_COLUMNS = ['verified_email', 'company_email', 'email_verified_email'];

function ownEmailColumn(header: readonly string[]): number | null {
  const own = header.findIndex((name) => OWN_EMAIL_COLUMNS.includes(name.trim().toLowerCase()));
  if (own >= 0) return own;
  // Values of any kind that an extension collected.
  const value = header.indexOf('value');
  return header.includes('kind') && value >= 0 ? value : null;
}

/**
 * A "name" column contains full names, but next to a first name column (Vorname, Name) it contains last
 * names.
 */
function nameColumns(
  first: number | null,
  last: number | null,
  full: number | null,
): Pick<PersonColumns, 'first_name' | 'last_name' | 'full_name'> {
  if (first === null && last === null) return { first_name: null, last_name: null, full_name: full };
  return { first_name: first ?? full, last_name: last ?? full, full_name: null };
}

function isDomain(cell: string): boolean {
  return cell.length <= MAX_MATCHED_CHARS && DOMAIN.test(itemText(cell));
}
