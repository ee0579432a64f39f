import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LeadOrigin } from '#contract/person-rights.ts';
import { toolOfType } from '#tools/index/tools.ts';
import { addressKeys } from '../bounce-data/address-key.ts';
import { addressFacts } from '../bounce-data/person-bounces.ts';
import type { Deps } from '../deps.ts';
import { LEAD_DATABASE_SHAPES } from '../leads/databases.ts';
import { type FoundLead, findLeads, leadTables, namingColumns } from '../leads/find-person.ts';
import { currentImports, hasCatalog, type ImportRecord } from '../leads/import-records.ts';
import { inList, leadCheck } from '../leads/opted-out-rows.ts';
import { isCollected, tagsOf } from '../leads/row-origins.ts';
import { entryPattern } from '../opt-outs/entry-pattern.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { jobsMatching } from '../platform/queue/waiting-jobs.ts';
import { withNamedRecords } from './named-records.ts';
import { allTexts, otherIdentifiers, type PersonEntry, personCheck } from './person-check.ts';
import { linesNaming } from './person-lines.ts';
import { searchedFiles } from './search-files.ts';
import { type FoundRow, searchRows } from './search-rows.ts';
import { SEARCHED_TABLES, type SearchedTable } from './searched-tables.ts';
import { attachedToTasks } from './uploaded-files.ts';

export type SearchDeps = Pick<Deps, 'config' | 'clock' | 'database' | 'secrets' | 'warehouse' | 'log'>;

/** Something that names the person, and where it is. */
export interface Found {
  place: string;
  accountId: string | null;
  within: string | null;
  at: string | null;
  origins: LeadOrigin[];
  data: Record<string, string>;
  /** where an erasure finds it */
  ref:
    | { kind: 'row'; row: FoundRow; declared: SearchedTable }
    // `isPerson`: the lead is of the person and goes; otherwise it stays, without some cells
    | { kind: 'lead'; isPerson: boolean; keys: string[] }
    | { kind: 'file'; path: string }
    | { kind: 'upload'; taskId: string }
    | { kind: 'address' }
    | { kind: 'job'; id: string };
  alsoNamed: string[];
}

/** How many places were searched. */
export interface Searched {
  tables: number;
  leadDatabases: number;
  files: number;
}

/**
 * Everything that names a person: rows of all tables, leads, uploaded files, files of the data folder, waiting work and
 * what is known of an address. Counts in `searched`. In small steps, so that others can use the database in between.
 */
export async function* findRecords(
  deps: SearchDeps,
  person: readonly PersonEntry[],
  { personalData, searched }: { personalData: readonly PersonalData[]; searched: Searched },
): AsyncGenerator<Found> {
  yield* findInLeads(deps, person, searched);
  const { db } = deps.database;
  const check = personCheck(person);
  for (const [table, declared] of searchedTables()) {
    searched.tables += 1;
    for await (const row of searchRows(db, table, declared, person)) {
      const texts = check.textsNaming(row.values);
      if (Object.keys(texts).length === 0) continue;
      const data = isWhole(row, declared) ? allTexts(row.values) : withNamedRecords(row, texts, check);
      yield { ...placeOf(row, declared.what), data, ref: { kind: 'row', row, declared } };
    }
    await nextTurn();
  }
  for await (const { taskId, texts, ...place } of attachedToTasks(deps, personalData)) {
    searched.files += 1;
    const data: Record<string, string> = {};
    for (const [field, text] of Object.entries(texts)) {
      const lines = await linesNaming(check, person, field, text);
      if (lines.length > 0) data[field] = lines.join('\n');
    }
    if (Object.keys(data).length > 0)
      yield { ...NOWHERE, place: 'Uploaded files', ...place, data, ref: { kind: 'upload', taskId } };
  }
  for await (const file of searchedFiles(deps.config.DATA_DIR)) {
    searched.files += 1;
    const lines = await linesNaming(check, person, 'text', file.text);
    if (lines.length > 0)
      yield {
        ...NOWHERE,
        place: 'Emails in the outbox of the data folder',
        within: file.name,
        at: file.at.toISOString(),
        data: { text: lines.join('\n') },
        ref: { kind: 'file', path: file.path },
      };
  }
  const patterns = person.map((entry) => entryPattern(entry).pattern);
  for await (const { id, queue, text, at } of jobsMatching(db, patterns)) {
    const data = check.textsNaming({ text });
    if (Object.keys(data).length === 0) continue;
    yield {
      ...NOWHERE,
      place: 'Waiting work',
      within: queue,
      at: at.toISOString(),
      data,
      ref: { kind: 'job', id },
    };
  }
  yield* findBounces(deps, person);
}

/** The keys of a person's addresses among those that were given out or bounced. */
export function bounceKeys(deps: Pick<Deps, 'secrets'>, person: readonly PersonEntry[]): string[] {
  const keyOf = addressKeys(deps);
  return person.filter(({ kind }) => kind === 'email').map(({ value }) => keyOf(value));
}

/** The tables that are searched. */
export function searchedTables(): [keyof Tables, SearchedTable][] {
  return Object.entries(SEARCHED_TABLES).flatMap(([table, declared]) =>
    declared.kind === 'searched' ? [[table as keyof Tables, declared]] : [],
  );
}

const NOWHERE = { accountId: null, within: null, origins: [], alsoNamed: [] };

function placeOf({ accountId, within, at }: FoundRow, place: string) {
  return { place, accountId, within, at: at && new Date(at).toISOString(), origins: [], alsoNamed: [] };
}

/** Whether a row is about one person, so that all of it is about this one. */
function isWhole(row: FoundRow, declared: SearchedTable): boolean {
  if (declared.whole) return true;
  if (row.table !== 'task_items') return false;
  const task = row.type === null ? undefined : toolOfType(row.type)?.task;
  return task !== undefined && task.sharedRow === undefined;
}

async function* findInLeads(
  deps: SearchDeps,
  person: readonly PersonEntry[],
  searched: Searched,
): AsyncGenerator<Found> {
  if (!deps.warehouse.hasData()) return;
  const { warehouse } = deps;
  const check = personCheck(person);
  for (const table of await leadTables(warehouse)) {
    const { database, columns, isLive } = table;
    searched.leadDatabases += 1;
    const shape = LEAD_DATABASE_SHAPES[database];
    const naming = namingColumns(shape, columns);
    const read = [...new Set([...naming.emails, ...naming.profiles, ...naming.phones])];
    const found = (await findLeads(warehouse, table, person)).filter(
      ({ cells }) =>
        Object.keys(check.textsNaming(Object.fromEntries(read.map((name) => [name, cells[name] ?? '']))))
          .length > 0,
    );
    if (found.length === 0) continue;
    const imports = isLive && (await hasCatalog(warehouse)) ? await currentImports(warehouse, database) : [];
    const where = {
      ...NOWHERE,
      place: `Lead database ${shape.title}`,
      within: isLive ? null : 'an import that has not ended',
      at: null,
    };
    const { findOptedOut } = leadCheck(shape, columns, inList(person));
    for (const lead of found) {
      const { cells, keys } = lead;
      const origins = leadOrigins(imports, lead);
      const cleared = findOptedOut((column) => cells[column] ?? '');
      // Of a colleague with the phone of the same company, only that is about the person.
      if (cleared !== 'row' && cleared.length > 0) {
        yield {
          ...where,
          origins,
          data: Object.fromEntries(cleared.map((column) => [column, cells[column] ?? ''])),
          ref: { kind: 'lead', isPerson: false, keys },
        };
        continue;
      }
      const texts = (names: readonly string[]) => names.flatMap((name) => cells[name] ?? []);
      const named = {
        emails: texts(naming.emails),
        profiles: texts(naming.profiles),
        phones: texts(naming.phones),
      };
      yield {
        ...where,
        origins,
        data: cells,
        ref: { kind: 'lead', isPerson: true, keys },
        // The phones of a business are those of several people.
        alsoNamed: shape.business ? [] : otherIdentifiers(named, person),
      };
    }
  }
}

/** Where a lead is from, of the imports that make up its database. One that names no import may be from any of them. */
function leadOrigins(
  imports: readonly ImportRecord[],
  { importId, collected }: Pick<FoundLead, 'importId' | 'collected'>,
): LeadOrigin[] {
  const own = imports.filter((record) => importId !== null && tagsOf(imports, record).includes(importId));
  const at = collected === 0 ? imports[0]?.at : new Date(collected * 1000).toISOString();
  return (own.length > 0 ? own : imports).filter(isCollected).map((record) => ({
    source: record.source,
    license: record.licence,
    importedAt: record.at,
    collectedAt: at ?? record.at,
    dataDate: record.dataDate,
  }));
}

async function* findBounces(deps: SearchDeps, person: readonly PersonEntry[]): AsyncGenerator<Found> {
  const { given, bounced } = await addressFacts(deps.database.db, bounceKeys(deps, person));
  for (const { accountId, at, outcome } of given)
    yield {
      ...NOWHERE,
      place: 'Addresses that accounts got',
      accountId,
      at: at.toISOString(),
      data: { outcome: outcome ?? 'unknown' },
      ref: { kind: 'address' },
    };
  if (bounced)
    yield {
      ...NOWHERE,
      place: 'Addresses that bounced',
      at: null,
      data: { bounce: bounced.kind, until: bounced.until.toISOString() },
      ref: { kind: 'address' },
    };
}
