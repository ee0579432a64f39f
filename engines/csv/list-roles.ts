import type { ColumnRole } from '#contract/list-columns.ts';
import { readEmail } from '../list-items/email.ts';
import { websitesIn } from '../list-items/several.ts';
import { businessColumn } from './business-names.ts';
import { hasOnlyPages } from './column-roles.ts';
import { readOwnFile } from './own-files.ts';
import { type HeaderMeaning, readHeader, VERIFIED_RANK } from './role-names.ts';

/** Rows that are looked at for columns whose headers say nothing, or something else. */
const ROLE_SAMPLE_ROWS = 100;
/** The share of the cells with a value that must look alike. */
const LEAST_SHARE = 0.6;
const MAX_CELL_CHARS = 500;
const PHONE_DIGITS = { least: 8, most: 15 };

/** In this order, because a "LinkedIn company page" names a company, too, and a "Name" beside a first name is a last name. */
const ORDER: readonly ColumnRole[] = [
  'company_linkedin',
  'linkedin',
  'domain',
  'email',
  'first_name',
  'last_name',
  'company',
  'website',
  'country',
  'job_title',
  'phone',
  'city',
  'full_name',
];

type Rows = readonly (readonly string[])[];

/** How much later than those of a person's own list our columns are chosen, and a "Name" as the last name. */
const LATER = { ours: 100, name: 50 };

/**
 * What the headers of a list say about its columns. Each role is given once, to the column that has the clearest name: first to one
 * of the person's own, then to one of a file of ours. `rows`: cells that can show that a column has something else.
 */
export function rolesOfHeaders(header: readonly string[], rows: Rows = []): (ColumnRole | null)[] {
  const roles: (ColumnRole | null)[] = header.map(() => null);
  const sample = rows.slice(0, ROLE_SAMPLE_ROWS);
  const columns = header.map(readHeader);
  const business = businessColumn(columns.map(({ key }) => key));
  if (business !== null) columns[business] = readHeader('Company name');
  const { isOurs, given } = readOwnFile(columns.map(({ key }) => key));
  const rankOf = (role: ColumnRole, { key, ranks }: HeaderMeaning, index: number): number | undefined => {
    if (given.has(index)) return given.get(index) === role ? LATER.ours : undefined;
    const isLast = role === 'last_name' && isFamilyName(key, sample, [roles.indexOf('first_name'), index]);
    const rank = ranks[role] ?? (isLast ? LATER.name : undefined);
    if (rank === undefined || isOther(role, sample, index)) return undefined;
    return isOurs(index) && !(role === 'email' && rank === VERIFIED_RANK) ? rank + LATER.ours : rank;
  };
  for (const role of ORDER) {
    let clearest = { index: -1, rank: Number.POSITIVE_INFINITY };
    for (const [index, column] of columns.entries()) {
      const rank = roles[index] === null ? rankOf(role, column, index) : undefined;
      if (rank !== undefined && rank < clearest.rank) clearest = { index, rank };
    }
    if (clearest.index >= 0) roles[clearest.index] = role;
  }
  return roles;
}

/** "Vorname, Name": a column beside a first name that is only called a name, unless its cells have the first names, too. */
function isFamilyName(key: string, rows: Rows, [first, column]: readonly [number, number]): boolean {
  if (first < 0 || !/^(?:name|naam|namn|navn|nimi|nev|nume|nama)$/.test(key)) return false;
  const full = rows.filter((row) => {
    const given = row[first]?.trim().toLowerCase() ?? '';
    const name = row[column]?.trim().toLowerCase() ?? '';
    return given !== '' && /[\s,]/.test(name) && (name.startsWith(given) || name.endsWith(given));
  });
  return full.length === 0 || full.length < rows.length * LEAST_SHARE;
}

/** "Ms." and "Prof. Dr.-Ing." are in columns called "Title" or "Titel", and are no jobs. */
const ADDRESSED =
  /^(?:(?:mr|mrs|ms|miss|mx|sir|herrn?|frau|dr|prof|professor|dipl|ing|med|rer|nat|phil|jur|mag|m|mme|mlle|madame|monsieur|sra?|srta|señora?|sig|ra|dott|ssa|dhr|mevr|mevrouw|mw|hr|fru|pan|pani)(?:[.\s\-/]+|$))+$/i;
const COMPANY_PAGE = /linkedin\.(?:com|cn)\/(?:company|school|showcase)\//i;
const PROFILE = /linkedin\.(?:com|cn)\/(?:in|pub|sales)\//i;

/** Cells that a column of a role doesn't have, whatever its header says. */
const UNLIKE: Readonly<Partial<Record<ColumnRole, (cell: string) => boolean>>> = {
  email: (cell) => !/@|[[({\s](?:at|ät|arroba)[\])}\s]/i.test(cell),
  phone: (cell) => !/\p{Nd}/u.test(cell),
  // A "Kunde" can be a number, and a "Kontakt" how to reach someone.
  company: (cell) => /^[\d\s./#-]+$/.test(cell),
  full_name: (cell) => /@|^\+?[\d\s()./-]+$/.test(cell),
  job_title: (cell) => ADDRESSED.test(cell) || /^(?:true|false|yes|no|\d+)$/i.test(cell),
  // LinkedIn Connections calls profiles "URL", and scrapers of Google Maps its own links.
  website: hasOnlyPages,
  linkedin: (cell) => COMPANY_PAGE.test(cell),
  company_linkedin: (cell) => PROFILE.test(cell),
};

function isOther(role: ColumnRole, rows: Rows, column: number): boolean {
  const unlike = UNLIKE[role];
  return unlike !== undefined && isMostly(rows, column, unlike);
}

/** `01.02.2024`, `2024/2/1`, `12.500.000` */
const DAY_OR_AMOUNT =
  /^(?:\d{1,2}([./-])\d{1,2}\1(?:\d{2}|\d{4})|\d{4}([./-])\d{1,2}\2\d{1,2}|\d{1,3}(?:\.\d{3})+)$/;
/** What most cells of a column look like. */
const LOOKS: readonly [role: ColumnRole, test: (cell: string) => boolean][] = [
  ['email', (cell) => readEmail(cell).ok],
  ['company_linkedin', (cell) => COMPANY_PAGE.test(cell)],
  ['linkedin', (cell) => PROFILE.test(cell)],
  [
    'website',
    (cell) => !/\s|@|linkedin\./i.test(cell) && !hasOnlyPages(cell) && websitesIn(cell).length === 1,
  ],
  ['phone', (cell) => /^\+?[\d\s().\-/]+$/.test(cell) && isPhoneLength(cell) && !DAY_OR_AMOUNT.test(cell)],
];

/** A number without a plus sign or a separator is more often an ID. */
function isPhoneLength(cell: string): boolean {
  const digits = cell.replace(/\D/g, '').length;
  return digits >= PHONE_DIGITS.least && digits <= PHONE_DIGITS.most && /^\+|\d[\s().\-/]+\d/.test(cell);
}

/** What the columns of a table have: by their headers, and else by the cells of its first rows. */
export function guessRoles(header: readonly string[], rows: Rows): (ColumnRole | null)[] {
  const roles = rolesOfHeaders(header, rows);
  const sample = rows.slice(0, ROLE_SAMPLE_ROWS);
  for (const [role, test] of LOOKS) {
    if (roles.includes(role) || (role === 'website' && roles.includes('domain'))) continue;
    const index = header.findIndex((_, at) => roles[at] === null && isMostly(sample, at, test));
    if (index >= 0) roles[index] = role;
  }
  return roles;
}

function isMostly(rows: Rows, column: number, test: (cell: string) => boolean): boolean {
  const cells = rows.flatMap((row) => row[column]?.trim().slice(0, MAX_CELL_CHARS) || []);
  return cells.length > 0 && cells.filter(test).length >= cells.length * LEAST_SHARE;
}
