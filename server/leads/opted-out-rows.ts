import { z } from 'zod';
import { isCompanyPhone } from '#engines/csv/company-phone.ts';
import { quoted } from '#engines/lead-query/lead-table.ts';
import { checkAgainst } from '../opt-outs/contact-check.ts';
import { entrySpellings, identities, type OptOut } from '../opt-outs/opt-out-entry.ts';
import type { OptOutSnapshot } from '../opt-outs/opt-outs.ts';
import { phonesIn } from '../opt-outs/phone-entry.ts';
import { compactRows } from '../platform/warehouse/compact-rows.ts';
import { LOAD_SECONDS, type Warehouse } from '../platform/warehouse/warehouse.ts';
import { allPhoneColumns, type LeadDatabaseShape } from './databases.ts';
import { leadColumns } from './table-facts.ts';

/** What of a lead opted out: the whole row, or the phones of its company in some columns. */
export type FindOptedOut = (readCell: (column: string) => string) => 'row' | readonly string[];

/** Looks for people who opted out in rows. `columns`: all that it reads. */
export interface LeadCheck {
  columns: readonly string[];
  findOptedOut: FindOptedOut;
}

type Listed = Pick<OptOutSnapshot, 'size' | 'hasPhones' | 'includesAny'>;

/**
 * Checks leads in a table or file with some columns. A lead with a phone on the list goes, but not everyone at a company
 * whose switchboard is: they lose only the number.
 */
export function leadCheck(shape: LeadDatabaseShape, columns: readonly string[], listed: Listed): LeadCheck {
  const { emails, profile, websites } = shape;
  const existing = new Set(columns);
  const withPhones = listed.hasPhones
    ? [...new Set([...allPhoneColumns(shape, columns), ...columns.filter(isCompanyPhone)])].filter((column) =>
        existing.has(column),
      )
    : [];
  const imported = importedColumns(shape, columns);
  const isNamed = checkAgainst(listed);
  const ofPerson = withPhones.filter((column) => !isCompanyPhone(column));
  const ofCompany = withPhones.filter(isCompanyPhone);
  return {
    columns: [...new Set([...emails, profile, ...websites, ...withPhones, ...imported])],
    findOptedOut(readCell) {
      if (listed.size === 0) return [];
      const person = identities({
        emails: emails.map(readCell),
        websites: websites.map(readCell),
        phones: ofPerson.map(readCell),
      });
      const profiles = readCell(profile).split('; ');
      const found = profiles.flatMap((url) => identities({ emails: [], websites: [], profile: url }));
      if (listed.includesAny([...person, ...found])) return 'row';
      const named = imported.filter((column) => {
        const cell = readCell(column);
        return MAY_NAME.test(cell) && isNamed(column, cell);
      });
      if (named.some((column) => !OF_COMPANY.test(column))) return 'row';
      const phones = ofCompany.filter((column) => listed.includesAny(phonesIn(column, readCell(column))));
      return [...new Set([...phones, ...named])];
    },
  };
}

/** What a text must have to name someone: an address, a profile, or the digits of a phone. */
const MAY_NAME = /@|linkedin\.|(?:\d[^\d\n]{0,3}){7}/i;
/** Imported columns about the company of a lead: who opts out with its address takes only that. */
const OF_COMPANY = /company|corp|hq|headquarter|switchboard/i;

/** The columns of a table that came with an import, in which a person can be named, too. */
export function importedColumns({ shown, known }: LeadDatabaseShape, columns: readonly string[]): string[] {
  const own = new Set([...shown, ...known]);
  return columns.filter((column) => !own.has(column));
}

/** The columns of a table in which a phone can be. */
export function phoneCells(shape: LeadDatabaseShape, columns: readonly string[]): string[] {
  const all = [
    ...allPhoneColumns(shape, columns),
    ...columns.filter(isCompanyPhone),
    ...importedColumns(shape, columns),
  ];
  return [...new Set(all)].filter((column) => columns.includes(column));
}

/** Some entries as a list. */
export function inList(entries: readonly OptOut[]): Listed {
  const entryKey = ({ kind, value }: OptOut) => `${kind}:${value}`;
  const listed = new Set(entries.flatMap(entrySpellings).map(entryKey));
  return {
    size: entries.length,
    hasPhones: entries.some(({ kind }) => kind === 'phone'),
    includesAny: (found) => found.some((entry) => listed.has(entryKey(entry))),
  };
}

const BATCH = 5000;
const Cells = z.array(z.string());

/**
 * Deletes what a check finds in the rows that match `condition`. Returns the number of deleted rows.
 */
export async function removeFromRows(
  warehouse: Warehouse,
  table: string,
  { columns, findOptedOut }: LeadCheck,
  condition = 'true',
): Promise<number> {
  let deleted = 0;
  let keys: string[] = [];
  const cleared = new Map<string, string[]>();
  const clear = async (column: string) => {
    const ofColumn = cleared.get(column) ?? [];
    cleared.delete(column);
    await clearCells(warehouse, table, column, ofColumn);
  };
  const deleteKeys = async () => {
    if (keys.length === 0) return;
    await warehouse.run({
      sql: `DELETE FROM ${table} WHERE lw_key IN (SELECT toUInt64(arrayJoin({keys:Array(String)})))`,
      params: { keys },
    });
    deleted += keys.length;
    keys = [];
  };
  for await (const { key, cells } of eachRow(warehouse, table, columns, condition)) {
    const row = new Map(columns.map((column, index) => [column, cells[index] ?? '']));
    const found = findOptedOut((column) => row.get(column) ?? '');
    if (found === 'row') keys.push(key);
    else
      for (const column of found) {
        const ofColumn = cleared.get(column);
        if (ofColumn) ofColumn.push(key);
        else cleared.set(column, [key]);
        if (ofColumn && ofColumn.length >= BATCH) await clear(column);
      }
    if (keys.length >= BATCH) await deleteKeys();
  }
  await deleteKeys();
  for (const column of [...cleared.keys()]) await clear(column);
  return deleted;
}

async function clearCells(
  warehouse: Warehouse,
  table: string,
  column: string,
  keys: readonly string[],
): Promise<void> {
  await warehouse.run({
    sql: `ALTER TABLE ${table} UPDATE ${quoted(column)} = '' WHERE lw_key IN (${keys.join(', ')}) SETTINGS mutations_sync = 1`,
  });
}

/** Reads some columns of each row that matches a condition, with the row's lead key. */
export async function* eachRow(
  warehouse: Warehouse,
  table: string,
  columns: readonly string[],
  condition: string,
): AsyncGenerator<{ key: string; cells: string[] }> {
  const sql = `SELECT toString(lw_key), ${columns.map(quoted).join(', ')} FROM ${table} WHERE ${condition}`;
  // A table of any size.
  const options = { seconds: LOAD_SECONDS, work: 'load', incremental: true } as const;
  const pieces = warehouse.bytes({ sql }, 'JSONCompactEachRow', options);
  for await (const row of compactRows(pieces, columns.length + 1)) {
    const [key = '', ...cells] = Cells.parse(row);
    yield { key, cells };
  }
}

/** An SQL expression: the cells of some columns as one text. */
export function joined(columns: readonly string[]): string {
  return columns.length === 0 ? "''" : `concatWithSeparator(';', '', ${columns.map(quoted).join(', ')})`;
}

/** SQL for the phones in a text. */
export interface PhoneNumbersSql {
  numbers: string;
  /** the digits of a number */
  digits: (number: string) => string;
  /** whether several phones with only spaces or many other characters between them look like one number */
  isSeveral: string;
  /** whether only `phonesIn` finds all phones: these, and those of other scripts */
  isUnclear: string;
}

export function phoneNumbersSql(text: string): PhoneNumbersSql {
  const found = [' ().-', ' ()./-'].map((between) => `extractAll(${text}, '[0-9][0-9${between}]*[0-9]')`);
  const numbers = `arrayConcat(${found.join(', ')})`;
  const digits = (number: string) => `replaceRegexpAll(${number}, '[^0-9]', '')`;
  const isLong = `position(n, ' ') > 0 AND length(${digits('n')}) > 15`;
  const isSeveral = `arrayExists(n -> (${isLong}) OR match(n, '[^0-9]{4}'), ${numbers})`;
  return { numbers, digits, isSeveral, isUnclear: `(match(${text}, '[^ -~]') OR ${isSeveral})` };
}

/** Removes phones from a table. The engine finds the rows in which a number ends like one of them. */
export async function deletePhones(
  warehouse: Warehouse,
  table: string,
  shape: LeadDatabaseShape,
  entries: readonly OptOut[],
): Promise<void> {
  const phones = entries.filter(({ kind }) => kind === 'phone');
  if (phones.length === 0) return;
  const columns = await leadColumns(warehouse, table);
  const check = leadCheck(shape, columns, inList(phones));
  const cells = joined(phoneCells(shape, columns));
  const { numbers, digits, isUnclear } = phoneNumbersSql(cells);
  const ends = new Set(phones.flatMap(entrySpellings).map(({ value }) => value.slice(-ENDING)));
  const condition = `hasAny(arrayMap(n -> right(${digits('n')}, ${ENDING}), ${numbers}),
  [${[...ends].map((end) => `'${end}'`).join(', ')}]) OR ${isUnclear}`;
  await removeFromRows(warehouse, table, check, condition);
}

/** Enough digits of a number to find few others. */
const ENDING = 6;
