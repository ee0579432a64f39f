import { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import { FILTERS_TOO_LONG, filterChars, type LeadFilters } from '#contract/lead-filters.ts';
import {
  Lead,
  type LeadDatabase,
  type LeadField,
  type LeadMap,
  type LeadTotal,
  type MapBox,
} from '#contract/leads.ts';
import { LEAD_FILTERS_MAX_CHARS } from '#contract/limits.ts';
import type { LeftOutBy } from '#contract/list-exclusions.ts';
import {
  countQuery,
  industriesQuery,
  LEAD_ID,
  leftOutQuery,
  pageQuery,
  skillsQuery,
} from '#engines/lead-query/lead-query.ts';
import type { Deps } from '../deps.ts';
import { createSearchTurns } from '../http/search-turns.ts';
import type { Clock } from '../platform/clock.ts';
import type { Turns } from '../platform/turns.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import { readMap } from './lead-map.ts';
import { createLeadStates, type LeadStates } from './lead-states.ts';
import { SAMPLE_LEADS } from './sample-leads.ts';

/**
 * Searches the lead databases. Throws the same CallErrors as the warehouse, and `validation_failed` if the
 * filters are too long.
 */
export interface LeadSearch extends LeadStates {
  /** The turns of the accounts: every search for an account takes one, whatever page or tool it is for. */
  turns: Turns;
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
}

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
  testing,
}: Pick<Deps, 'warehouse' | 'clock' | 'config' | 'testing'>): LeadSearch {
  const samples = config.embedded && warehouse.embedded ? (testing?.sampleLeads ?? SAMPLE_LEADS) : 0;
  return createLeadSearch({ warehouse, clock, samples });
}

/** A database without imports is filled with so many sample leads when it is first used. */
export function createLeadSearch(options: {
  warehouse: Warehouse;
  clock: Clock;
  samples: number;
}): LeadSearch {
  const { warehouse } = options;
  const states = createLeadStates(options);
  const { state } = states;
  const suggestionCache = new Map<string, string[]>();

  async function count(database: LeadDatabase, filters: LeadFilters, signal?: AbortSignal): Promise<number> {
    assertSearchable(filters);
    const { table } = await state(database);
    const [row] = await warehouse.rows(asStatement(countQuery(table, filters)), Count, withSignal(signal));
    return row?.count ?? 0;
  }

  return {
    ...states,
    turns: createSearchTurns(MAX_WAITING),
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
  };
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
