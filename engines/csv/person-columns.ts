import type { PersonColumns } from '#contract/emails.ts';
import { itemText } from '#engines/list-items/cell-text.ts';
import { readEmail } from '#engines/list-items/email.ts';
import { emailsIn } from '#engines/list-items/several.ts';
import { employerColumn } from './company-list.ts';

/** Longer cells are never a domain or an email. */
const MAX_MATCHED_CHARS = 1000;
const DOMAIN = /^(?:https?:\/\/)?(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{L}{2,}(?:[/?#:].*)?$/iu;

/** The columns whose headers lists of people and of leads share. */
export type NamedColumns = Omit<PersonColumns, 'company'>;

const COLUMN_NAMES: Record<keyof NamedColumns, ReadonlySet<string>> = {
  first_name: new Set(
    'firstname first fname givenname given forename vorname prenom prénom nombre nome voornaam imię förnamn'.split(
      ' ',
    ),
  ),
  last_name: new Set(
    'lastname last lname surname familyname family nachname familienname nom apellido apellidos cognome achternaam efternamn nazwisko'.split(
      ' ',
    ),
  ),
  full_name: new Set(
    'name fullname contactname personname contact person contactperson ansprechpartner vollername nomcomplet nombrecompleto nomecompleto naam'.split(
      ' ',
    ),
  ),
  domain: new Set(
    'domain companydomain emaildomain website companywebsite websiteurl web url site companyurl homepage webseite webpage domaine dominio sitio'.split(
      ' ',
    ),
  ),
  email: new Set(
    'email emailaddress mail workemail businessemail emails address emailadresse correo courriel'.split(' '),
  ),
};

/** Whether the columns identify a person (a name, and a domain or company) or an email address. */
export function hasRequiredColumns({
  first_name,
  last_name,
  full_name,
  domain,
  company,
  email,
}: PersonColumns): boolean {
  const named = [first_name, last_name, full_name].some((at) => at !== null);
  return email !== null || ((domain !== null || company !== null) && named);
}

/** A header has no cell that looks like an email or a domain. */
export function looksLikeHeader(first: readonly string[]): boolean {
  return !first.some((cell) => isEmail(cell) || isDomain(cell));
}

/** The columns that a header names, in any of the languages we know. */
export function namedColumns(header: readonly string[]): NamedColumns {
  const named = (kind: keyof NamedColumns) => {
    const at = header.findIndex((name) => COLUMN_NAMES[kind].has(normalizedName(name)));
    return at < 0 ? null : at;
  };
  return {
    ...nameColumns(named('first_name'), named('last_name'), named('full_name')),
    domain: named('domain'),
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
      (_, at) => sample.filter((cells) => fits(cells[at] ?? '')).length,
    );
    const best = counts.reduce((most, count) => Math.max(most, count), 0);
    return best > 0 && best >= sample.length / 2 ? counts.indexOf(best) : null;
  };
  const guess: PersonColumns = {
    ...named,
    domain: named.domain ?? byContent((cell) => isDomain(cell) && !isEmail(cell)),
    company: null,
    email: named.email ?? ownEmailColumn(header) ?? byContent(isEmail),
  };
  // A list with emails is verified. Its other rows are looked for by their company only if the person says so.
  if (guess.email === null) guess.company = employerColumn(header);
  if (header.length === 0 && guess.domain !== null) {
    // Without a header, names are in the order of the specification.
    const others = Array.from({ length: width }, (_, at) => at).filter(
      (at) => at !== guess.domain && at !== guess.email,
    );
    const [first = null, last = null] = others;
    if (last === null) guess.full_name = first;
    else Object.assign(guess, { first_name: first, last_name: last });
  }
  return guess;
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

function isEmail(cell: string): boolean {
  const start = cell.slice(0, MAX_MATCHED_CHARS);
  return start.includes('@') && emailsIn(start).some((each) => readEmail(each).ok);
}

/** `First Name *` -> `firstname`. */
function normalizedName(header: string): string {
  return header
    .slice(0, MAX_MATCHED_CHARS)
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');
}
