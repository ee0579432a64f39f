import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import { FILTERS_TOO_LONG, filterChars, type LeadFilters } from '#contract/lead-filters.ts';
import {
  isPeopleDatabase,
  Lead,
  type LeadDatabase,
  type LeadField,
  type LeadMap,
  type LeadTotal,
  type MapBox,
  type PeopleDatabase,
} from '#contract/leads.ts';
import { LEAD_FILTERS_MAX_CHARS } from '#contract/limits.ts';
import type { LeftOutBy } from '#contract/list-exclusions.ts';
import {
  countQuery,
  industriesQuery,
  LEAD_ID,
  type LeadTable,
  leftOutQuery,
  pageQuery,
  skillsQuery,
} from '#engines/lead-query/lead-query.ts';
import type { Deps } from '../deps.ts';
import { createSearchTurns } from '../http/search-turns.ts';
import type { Clock } from '../platform/clock.ts';
import type { Turns } from '../platform/turns.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import { LEAD_DATABASE_SHAPES } from './databases.ts';
import { fillHere, isFilling } from './fill-lock.ts';
import { currentImports, recordImport } from './import-records.ts';
import { hasLostRecords } from './lead-data-check.ts';
import { readMap } from './lead-map.ts';
import { titlesAreInKeys } from './key-sql.ts';
import { ensureTables, leadTable } from './lead-tables.ts';
import { allTableColumns, countRows, estimateRowBytes, hasAllWords, indexNames } from './table-facts.ts';
import { loadLeads } from './load-leads.ts';
import { removeMixedSamples } from './mixed-samples.ts';
import { nextDeletion } from './retention-time.ts';
import { SAMPLE_LEADS, SAMPLE_SOURCE, sampleLeads } from './sample-leads.ts';
import { searchedBy } from './search-columns.ts';

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

/**
 * Searches the lead databases. Throws the same CallErrors as the warehouse, and `validation_failed` if the
 * filters are too long.
 */
export interface LeadSearch {
  /** The turns of the accounts: every search for an account takes one, whatever page or tool it is for. */
  turns: Turns;
  state(database: LeadDatabase): Promise<LeadState>;
  total(database: LeadDatabase): Promise<LeadTotal>;
  count(database: LeadDatabase, filters: LeadFilters, signal?: AbortSignal): Promise<number>;
  /** Like `count`, with how many more would match without the exclusion lists of the filters, by list. */
  countLeftOut(
    database: LeadDatabase,
    filters: LeadFilters,
    signal?: AbortSignal,
  ): Promise<{ count: number; leftOutBy: LeftOutBy }>;
  /** The leads of a page and their ids, in the same order. */
  page(
    database: LeadDatabase,
    filters: LeadFilters,
    page: { limit: number; offset: number },
    signal?: AbortSignal,
  ): Promise<{ leads: Lead[]; ids: string[] }>;
  /** Where the matching businesses are, in a part of the earth or all of it. */
  map(
    database: LeadDatabase,
    filters: LeadFilters,
    box: MapBox | null,
    signal?: AbortSignal,
  ): Promise<LeadMap>;
  suggestions(
    database: LeadDatabase,
    field: LeadField,
    term: string | null,
    signal?: AbortSignal,
  ): Promise<string[]>;
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
/** Waiting searches of one account. A page sends three at once, and up to three pages are open. */
const MAX_WAITING = 10;
/** The most that are suggested. Overture has some thousand categories, and each can be chosen. */
const SUGGESTIONS: Record<LeadField, number> = { Industry: 500, Skills: 500, Category: 5000 };
const SUGGESTION_CACHE_SIZE = 200;

const Count = z.object({ count: z.coerce.number() });
const LeftOutCount = z.object({ lw_place: z.coerce.number(), leads: z.coerce.number() });
const Value = z.object({ value: z.string() });

/** One search per server, so that imports invalidate its cache. */
export interface LeadDeps {
  leadSearch: LeadSearch;
}

/** Opens the lead search of a server. An embedded server fills empty databases with sample leads. */
export function openLeadSearch({
  warehouse,
  clock,
  config,
}: Pick<Deps, 'warehouse' | 'clock' | 'config'>): LeadSearch {
  return createLeadSearch({ warehouse, clock, samples: config.embedded && warehouse.embedded });
}

/** With `samples`, a database without imports is filled with sample leads when it is first used. */
export function createLeadSearch(options: {
  warehouse: Warehouse;
  clock: Clock;
  samples: boolean;
}): LeadSearch {
  const { warehouse, clock } = options;
  const states = new Map<LeadDatabase, { at: number; state: Promise<LeadState>; refreshing: boolean }>();
  const ready = new Map<LeadDatabase, Promise<void>>();
  const suggestionCache = new Map<string, string[]>();
  let closed: Promise<void> = Promise.resolve();
  let isClosed = false;

  /** Creates the tables of a database once, and adds sample leads if nothing was imported. */
  function prepare(database: LeadDatabase): Promise<void> {
    const existing = ready.get(database);
    if (existing) return existing;
    const preparing = (async () => {
      await ensureTables(warehouse, database);
      await removeMixedSamples(warehouse, database);
      if (!options.samples || !isPeopleDatabase(database) || !(await isUnused(warehouse, database))) return;
      // An import brings its leads instead. If it fails, the next search looks again.
      if (isFilling(warehouse, database)) ready.delete(database);
      else
        await fillHere(warehouse, database, async () => {
          if (await isUnused(warehouse, database)) await loadSamples(warehouse, clock, database);
        });
    })();
    ready.set(database, preparing);
    preparing.catch(() => ready.delete(database));
    return preparing;
  }

  async function read(database: LeadDatabase): Promise<LeadState> {
    await prepare(database);
    const name = leadTable(database);
    const shape = LEAD_DATABASE_SHAPES[database];
    const [imports, total, stored, indexes, allWords, hasTitlesInKeys] = await Promise.all([
      currentImports(warehouse, database),
      countRows(warehouse, name),
      allTableColumns(warehouse, name),
      indexNames(warehouse, name),
      hasAllWords(warehouse, name),
      titlesAreInKeys(warehouse, name, shape),
    ]);
    const last = imports.at(-1);
    const imported = imports.flatMap((record) => record.columns);
    const columns = [...new Set([...shape.shown, ...imported])];
    return {
      rowBytes: await estimateRowBytes(warehouse, { name, columns }),
      table: {
        name,
        columns,
        hasFormulaColumn: stored.includes('lw_formulas'),
        searched: searchedBy(shape, { name, columns: new Set(stored), indexes, hasAllWords: allWords }),
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

  async function whenOpen(): Promise<void> {
    const isOpen = await Promise.race([
      closed.then(() => true),
      delay(CLOSED_WAIT_MS, false, { ref: false }),
    ]);
    if (isOpen) return;
    throw new CallError(
      'unavailable',
      'The lead databases are being brought up to date. Try again in a few minutes.',
      { retryAfterSeconds: 60 },
    );
  }

  async function state(database: LeadDatabase): Promise<LeadState> {
    if (isClosed) await whenOpen();
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

  async function count(database: LeadDatabase, filters: LeadFilters, signal?: AbortSignal): Promise<number> {
    assertSearchable(filters);
    const { table } = await state(database);
    const [row] = await warehouse.rows(asStatement(countQuery(table, filters)), Count, withSignal(signal));
    return row?.count ?? 0;
  }

  return {
    turns: createSearchTurns(MAX_WAITING),
    state,
    total: async (database) => {
      const { total, sample, source, licence, importedAt, deleteOn } = await state(database);
      return { total, sample, source, licence, importedAt, deleteOn };
    },
    count,
    countLeftOut: async (database, filters, signal) => {
      if (!filters.leftOut?.length) return { count: await count(database, filters, signal), leftOutBy: [] };
      assertSearchable(filters);
      const { table } = await state(database);
      const query = asStatement(leftOutQuery(table, filters));
      const rows = await warehouse.rows(query, LeftOutCount, withSignal(signal));
      const leads = new Map(rows.map((row) => [row.lw_place, row.leads]));
      const leftOutBy = filters.leftOutLists
        .map(({ id, name }, index) => ({ id, name, rows: leads.get(index + 1) ?? 0 }))
        .filter((list) => list.rows > 0)
        .sort((a, b) => b.rows - a.rows);
      return { count: leads.get(0) ?? 0, leftOutBy };
    },
    page: async (database, filters, page, signal) => {
      assertSearchable(filters);
      const { table } = await state(database);
      const query = asStatement(pageQuery(table, filters, page));
      const rows = await warehouse.rows(query, Lead, withSignal(signal));
      return {
        leads: rows.map(({ [LEAD_ID]: _, ...lead }) => lead),
        ids: rows.map((row) => String(row[LEAD_ID])),
      };
    },
    map: async (database, filters, box, signal) => {
      assertSearchable(filters);
      const { table } = await state(database);
      return readMap(warehouse, { table, filters, box }, withSignal(signal));
    },
    suggestions: async (database, field, term, signal) => {
      const { table, version } = await state(database);
      const key = JSON.stringify([database, version, field, term]);
      const cached = suggestionCache.get(key);
      if (cached) return cached;
      const query = field === 'Skills' ? skillsQuery : industriesQuery;
      const rows = await warehouse.rows(
        asStatement(query(table, term, SUGGESTIONS[field])),
        Value,
        withSignal(signal),
      );
      if (suggestionCache.size >= SUGGESTION_CACHE_SIZE) suggestionCache.clear();
      const values = rows.map(({ value }) => value);
      suggestionCache.set(key, values);
      return values;
    },
    closeDuring: (work) => {
      isClosed = true;
      closed = Promise.allSettled([closed, work]).then(() => {
        isClosed = false;
      });
    },
    invalidate: (database) => {
      states.delete(database);
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

/** Replaces all leads of a database with sample leads. */
export async function loadSamples(
  warehouse: Warehouse,
  clock: Clock,
  database: PeopleDatabase,
): Promise<number> {
  const [first] = sampleLeads(database, 1);
  const columns = Object.keys(first ?? {});
  const { rows, duplicates } = await loadLeads(warehouse, {
    database,
    mode: 'replace',
    columns,
    rows: sampleLeads(database, SAMPLE_LEADS).map((lead) => columns.map((column) => lead[column] ?? '')),
  });
  await recordImport(warehouse, {
    id: randomUUID(),
    database,
    mode: 'sample',
    at: new Date(clock.now()).toISOString(),
    source: SAMPLE_SOURCE,
    licence: '',
    dataDate: '',
    preset: 'sample',
    rows,
    duplicates,
    refused: 0,
    columns,
  });
  return rows;
}

/** Throws `validation_failed` if filters are too long. People search URLs become filters too, without the checks of the API. */
export function assertSearchable(filters: LeadFilters): void {
  if (filterChars(filters) > LEAD_FILTERS_MAX_CHARS) {
    throw new CallError('validation_failed', FILTERS_TOO_LONG);
  }
}

function asStatement(query: { sql: string; params: Record<string, unknown> }) {
  return { sql: query.sql, params: query.params };
}

function withSignal(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}
