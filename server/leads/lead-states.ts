import { setTimeout as delay } from 'node:timers/promises';
import { CallError } from '#contract/errors.ts';
import { isPeopleDatabase, type LeadDatabase } from '#contract/leads.ts';
import { COMPANY_KEYS_COLUMN, type LeadTable } from '#engines/lead-query/lead-table.ts';
import type { Clock } from '../platform/clock.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import { LEAD_DATABASE_SHAPES } from './databases.ts';
import { fillHere, isFilling } from './fill-lock.ts';
import { currentImports } from './import-records.ts';
import { titlesAreInKeys } from './key-sql.ts';
import { hasLostRecords } from './lead-data-check.ts';
import { ensureTables, leadTable } from './lead-tables.ts';
import { loadSamples } from './load-samples.ts';
import { removeMixedSamples } from './mixed-samples.ts';
import { nextDeletion } from './retention-time.ts';
import { SAMPLE_LEADS } from './sample-leads.ts';
import { searchedBy } from './search-columns.ts';
import {
  allTableColumns,
  countRows,
  estimateRowBytes,
  hasAllWords,
  indexNames,
  tableVersion,
  unstoredColumns,
} from './table-facts.ts';

/** The current state of a database: its table and where the data is from. */
export interface LeadState {
  table: LeadTable;
  total: number;
  /** the estimated size of a row as CSV; undefined if unknown */
  rowBytes: number | undefined;
  /** Whether the keys of its leads have titles, as all do since November 2026. */
  hasTitlesInKeys: boolean;
  sample: boolean;
  source: string | null;
  licence: string | null;
  importedAt: string | null;
  /** when the next leads are deleted because their retention is over */
  deleteOn: string | null;
  /** changes with every import */
  version: string;
}

/** What changes only with the definition of a table or with an import. */
interface TableFacts {
  stored: readonly string[];
  indexes: ReadonlySet<string>;
  hasTitlesInKeys: boolean;
  rowBytes: number | undefined;
}

/** The states of the databases, which are kept for some seconds. */
export interface LeadStates {
  /** The state of a database, whose tables are created first. Throws `unavailable` if `closeDuring` takes long. */
  state(database: LeadDatabase): Promise<LeadState>;
  /**
   * Makes searches wait until `work` has ended. Searches that would wait long fail as `unavailable`. For
   * changes without which readers would see too much.
   */
  closeDuring(work: Promise<unknown>): void;
  /** Clears the cached state of a database. Call it after an import. */
  invalidate(database: LeadDatabase): void;
}

/**
 * After this time the cached state is refreshed in the background, since other processes can import leads.
 */
const STATE_FRESH_MS = 2000;
/** After this time the cached state is no longer used. */
const STATE_MAX_AGE_MS = 10_000;
/** How long a search waits for `closeDuring`. */
const CLOSED_WAIT_MS = 5000;

/** A database without imports is filled with so many sample leads when it is first used. */
export function createLeadStates(options: {
  warehouse: Warehouse;
  clock: Clock;
  samples: number;
}): LeadStates {
  const { warehouse, clock, samples } = options;
  const states = new Map<LeadDatabase, { at: number; state: Promise<LeadState>; refreshing: boolean }>();
  const ready = new Map<LeadDatabase, Promise<void>>();
  /** Those that have the keys of companies stored. New rows have them, too, so no one needs to look again. */
  const withCompanyKeys = new Set<LeadDatabase>();
  const facts = new Map<LeadDatabase, { version: string; facts: TableFacts }>();
  /** the work of `closeDuring`; null: none */
  let closed: Promise<void> | null = null;

  /** Creates the tables of a database once, and adds sample leads if nothing was imported. */
  function prepare(database: LeadDatabase): Promise<void> {
    const existing = ready.get(database);
    if (existing) return existing;
    const preparing = (async () => {
      await ensureTables(warehouse, database);
      await removeMixedSamples(warehouse, database);
      if (samples === 0 || !isPeopleDatabase(database) || !(await isUnused(warehouse, database))) return;
      // An import brings its leads instead. If it fails, the next search looks again.
      if (isFilling(warehouse, database)) ready.delete(database);
      else
        await fillHere(warehouse, database, async () => {
          if (await isUnused(warehouse, database)) await loadSamples(warehouse, clock, database, samples);
        });
    })();
    ready.set(database, preparing);
    preparing.catch(() => ready.delete(database));
    return preparing;
  }

  async function companyKeysAreStored(database: LeadDatabase, table: string): Promise<boolean> {
    if (withCompanyKeys.has(database)) return true;
    if ((await unstoredColumns(warehouse, table, [COMPANY_KEYS_COLUMN])).length > 0) return false;
    withCompanyKeys.add(database);
    return true;
  }

  /** Kept, because the engine needs more time for them than for the rest of a state. */
  async function factsOf(
    database: LeadDatabase,
    columns: readonly string[],
    lastImport: string,
  ): Promise<TableFacts> {
    const name = leadTable(database);
    const definition = await tableVersion(warehouse, name);
    const version = `${definition} ${lastImport}`;
    const kept = facts.get(database);
    if (definition && kept?.version === version) return kept.facts;
    const [stored, indexes, hasTitlesInKeys, rowBytes] = await Promise.all([
      allTableColumns(warehouse, name),
      indexNames(warehouse, name),
      titlesAreInKeys(warehouse, name, LEAD_DATABASE_SHAPES[database]),
      estimateRowBytes(warehouse, { name, columns }),
    ]);
    const found = { stored, indexes, hasTitlesInKeys, rowBytes };
    facts.set(database, { version, facts: found });
    return found;
  }

  async function read(database: LeadDatabase): Promise<LeadState> {
    await prepare(database);
    const name = leadTable(database);
    const shape = LEAD_DATABASE_SHAPES[database];
    const imports = await currentImports(warehouse, database);
    const last = imports.at(-1);
    const imported = imports.flatMap((record) => record.columns);
    const columns = [...new Set([...shape.shown, ...imported])];
    const [total, allWords, hasAllCompanyKeys, { stored, indexes, hasTitlesInKeys, rowBytes }] =
      await Promise.all([
        countRows(warehouse, name),
        hasAllWords(warehouse, name),
        companyKeysAreStored(database, name),
        factsOf(database, columns, last?.id ?? ''),
      ]);
    return {
      rowBytes,
      table: {
        name,
        columns,
        hasFormulaColumn: stored.includes('lw_formulas'),
        searched: searchedBy(shape, {
          name,
          columns: new Set(stored),
          indexes,
          hasAllWords: allWords,
          hasAllCompanyKeys,
        }),
      },
      hasTitlesInKeys,
      total,
      sample: imports.length > 0 && imports.every(({ mode }) => mode === 'sample'),
      source: last?.source || null,
      licence: last?.licence || null,
      importedAt: last && last.mode !== 'dropped' ? last.at : null,
      deleteOn: nextDeletion(imports, clock.now()),
      version: last?.id ?? '',
    };
  }

  async function waitFor(work: Promise<void>): Promise<void> {
    const isOpen = await Promise.race([work.then(() => true), delay(CLOSED_WAIT_MS, false, { ref: false })]);
    if (isOpen) return;
    throw new CallError(
      'unavailable',
      'The lead databases are being brought up to date. Try again in a few minutes.',
      { retryAfterSeconds: 60 },
    );
  }

  async function state(database: LeadDatabase): Promise<LeadState> {
    if (closed) await waitFor(closed);
    return cachedState(database);
  }

  function cachedState(database: LeadDatabase): Promise<LeadState> {
    const now = performance.now();
    const cached = states.get(database);
    const age = cached ? now - cached.at : Number.POSITIVE_INFINITY;
    if (cached && age < STATE_FRESH_MS) return cached.state;
    if (cached && age < STATE_MAX_AGE_MS) {
      if (!cached.refreshing) {
        cached.refreshing = true;
        read(database).then(
          (state) => {
            // Don't overwrite a newer state, or one that was invalidated.
            if (states.get(database) === cached) cacheState(database, Promise.resolve(state));
          },
          () => states.delete(database),
        );
      }
      return cached.state;
    }
    return cacheState(database, read(database));
  }

  function cacheState(database: LeadDatabase, reading: Promise<LeadState>): Promise<LeadState> {
    states.set(database, { at: performance.now(), state: reading, refreshing: false });
    reading.catch(() => states.delete(database));
    return reading;
  }

  return {
    state,
    closeDuring: (work) => {
      const both = Promise.allSettled([closed, work]).then(() => {
        if (closed === both) closed = null;
      });
      closed = both;
    },
    invalidate: (database) => {
      states.delete(database);
      facts.delete(database);
    },
  };
}

/**
 * Whether nothing was ever imported into a database. Not if the record of its imports may be lost: its rows are the
 * operator's then.
 */
async function isUnused(warehouse: Warehouse, database: LeadDatabase): Promise<boolean> {
  if ((await currentImports(warehouse, database)).length > 0) return false;
  if (await hasLostRecords(warehouse)) return false;
  return (await countRows(warehouse, leadTable(database))) <= SAMPLE_LEADS;
}
