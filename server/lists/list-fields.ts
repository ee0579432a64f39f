import { type ColumnRole, type ColumnType, type ListColumn, typeOfRole } from '#contract/list-columns.ts';
import type { ListSource } from '#contract/lists.ts';
import { isCompanyPhone } from '#engines/csv/company-phone.ts';
import { rolesOfHeaders } from '#engines/csv/list-roles.ts';
import { sourceMeaning } from './choose-columns.ts';
import { columnName } from './column-names.ts';
import { listSource } from './list-source.ts';
import type { ListRecord } from './store.ts';

/** What a column is about, by its name; null if that says nothing. */
export function guessRole(source: ListSource, name: string): ColumnRole | null {
  return guessRoles(source, [name])[0] ?? null;
}

/** What columns are about, by their names. Each role is given once, to the column with the clearest name. */
export function guessRoles(source: ListSource, names: readonly string[]): (ColumnRole | null)[] {
  return rolesOfHeaders(names.map((name) => sourceMeaning(source, name) ?? name));
}

/** The type of a column by its role, or by its name if another column has the role: "Email 2". */
export function guessType(source: ListSource, name: string, role: ColumnRole | null): ColumnType {
  // Everyone at a company has its phone, which doesn't say whom a row is about.
  const about = role ?? (isCompanyPhone(name) ? null : guessRole(source, name));
  return typeOfRole(about);
}

/** The columns of a list. Those of older lists are called like their IDs; long names are cut, and each role is given once. */
export function listFields(list: Pick<ListRecord, 'kind' | 'source' | 'columns' | 'fields'>): ListColumn[] {
  const known = new Map((list.fields ?? []).map((field) => [field.id, field]));
  const taken = new Set((list.fields ?? []).map(({ role }) => role));
  const source = listSource(list);
  const guesses = list.columns.every((id) => known.has(id)) ? [] : guessRoles(source, list.columns);
  return list.columns.map((id, index) => {
    const field = known.get(id);
    if (field) return { ...field, name: columnName(field.name) };
    const guessed = guesses[index] ?? null;
    const role = taken.has(guessed) ? null : guessed;
    return { id, name: columnName(id), type: guessType(source, id, role), role, step: null, field: null };
  });
}

const WEBSITE_ROLES: readonly (ColumnRole | null)[] = ['website', 'domain'];

/** What tools call the website of a row. */
const WEBSITE_FIELDS: readonly (string | null)[] = ['domain', 'companyDomain', 'website', 'final_url'];

/**
 * The IDs of the columns of a list that have websites of people and companies. Only the first column of a role has it; of the others with
 * its type, those count that a tool fills with a website, or whose name says so: a link to a source or a picture is of someone else.
 */
export function websiteColumns(list: Parameters<typeof listFields>[0]): ReadonlySet<string> {
  const source = listSource(list);
  const columns = listFields(list).filter(
    ({ name, role, type, field }) =>
      WEBSITE_ROLES.includes(role) ||
      (role === null && type === 'url' && (WEBSITE_FIELDS.includes(field) || namesWebsite(source, name))),
  );
  return new Set(columns.map(({ id }) => id));
}

/** Whether a name is one of websites, or ends in one: "Website 2", "Find domains: Domain". Many links end in "URL". */
function namesWebsite(source: ListSource, name: string): boolean {
  const plain = name.replace(/[\s\d()]+$/, '');
  const last = plain.split(/[^\p{L}]+/u).at(-1) ?? '';
  const ends = [
    plain,
    plain.slice(plain.lastIndexOf(':') + 1),
    ...(/^(?:urls?|links?)$/i.test(last) ? [] : [last]),
  ];
  return ends.some((end) => WEBSITE_ROLES.includes(guessRole(source, end)));
}

/**
 * The columns with websites of rows that are added to a list: those of the list, and by their names those of the rows, which the list may
 * not have yet.
 */
export function addedWebsites(
  list: Parameters<typeof listFields>[0],
  names: Iterable<string>,
): ReadonlySet<string> {
  return new Set([...websiteColumns(list), ...websiteNames(names)]);
}

/** Those of some column names that say that a column of an own list has websites. */
export function websiteNames(names: Iterable<string>): string[] {
  return [...names].filter((name) => WEBSITE_ROLES.includes(guessRole({ kind: 'own' }, name)));
}
