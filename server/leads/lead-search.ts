import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Lead, type LeadDatabase, type LeadFilters, type LeadTotal } from '#contract/leads.ts';
import {
  countQuery,
  industriesQuery,
  type LeadTable,
  pageQuery,
  skillsQuery,
} from '#engines/lead-query/lead-query.ts';
import type { Deps } from '../deps.ts';
import type { Clock } from '../platform/clock.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import { LEAD_DATABASE_SHAPES } from './databases.ts';
import { currentImports, recordImport } from './import-records.ts';
import { countRows, ensureTables, knowsFormulas, tableOf } from './lead-tables.ts';
import { loadLeads } from './load-leads.ts';
import { SAMPLE_LEADS, SAMPLE_SOURCE, sampleLeads } from './sample-leads.ts';

/** A database as it stands: what can be searched, where it is from. */
export interface LeadState {
  table: LeadTable;
  total: number;
  sample: boolean;
  source: string | null;
  licence: string | null;
  importedAt: string | null;
  /** changes with every import */
  version: string;
}

/** Searches of the lead databases. Throws CallError as the warehouse does. */
export interface LeadSearch {
  state(database: LeadDatabase): Promise<LeadState>;
  total(database: LeadDatabase): Promise<LeadTotal>;
  count(database: LeadDatabase, filters: LeadFilters, signal?: AbortSignal): Promise<number>;
  page(
    database: LeadDatabase,
    filters: LeadFilters,
    page: { limit: number; offset: number },
    signal?: AbortSignal,
  ): Promise<Lead[]>;
  suggestions(database: LeadDatabase, field: 'Industry' | 'Skills', term: string | null): Promise<string[]>;
  /** Forgets what is known of a database, after an import. */
  changed(database: LeadDatabase): void;
}

/** After the first the state is read anew while it is still used, after the second it is waited for: imports of other processes. */
const STATE_FRESH_MS = 2000;
const STATE_KNOWN_MS = 10_000;
const SUGGESTIONS = 500;
const SUGGESTION_LISTS_KEPT = 200;

const Count = z.object({ count: z.coerce.number() });
const Value = z.object({ value: z.string() });

/**
 * What uses the lead databases needs this: one search per server, so that an import and a search know of each
 * other.
 */
export interface LeadDeps {
  leadSearch: LeadSearch;
}

/** The searches of a server. An embedded server fills empty databases with sample leads. */
export function openLeadSearch({
  warehouse,
  clock,
  config,
}: Pick<Deps, 'warehouse' | 'clock' | 'config'>): LeadSearch {
  return createLeadSearch({ warehouse, clock, samples: config.embedded && warehouse.embedded });
}

/** `samples`: a database that nothing was ever imported into is filled with made-up rows at its first use. */
export function createLeadSearch(parts: {
  warehouse: Warehouse;
  clock: Clock;
  samples: boolean;
}): LeadSearch {
  const { warehouse, clock } = parts;
  const states = new Map<LeadDatabase, { at: number; state: Promise<LeadState>; renewing: boolean }>();
  const ready = new Map<LeadDatabase, Promise<void>>();
  const suggested = new Map<string, string[]>();

  /** Once for each database: its tables, and where nothing was imported yet the made-up rows. */
  function prepare(database: LeadDatabase): Promise<void> {
    const known = ready.get(database);
    if (known) return known;
    const preparing = (async () => {
      await ensureTables(warehouse, database);
      if (parts.samples && (await currentImports(warehouse, database)).length === 0) {
        await loadSamples(warehouse, clock, database);
      }
    })();
    ready.set(database, preparing);
    preparing.catch(() => ready.delete(database));
    return preparing;
  }

  async function read(database: LeadDatabase): Promise<LeadState> {
    await prepare(database);
    const name = tableOf(database);
    const [imports, total, knows] = await Promise.all([
      currentImports(warehouse, database),
      countRows(warehouse, name),
      knowsFormulas(warehouse, name),
    ]);
    const last = imports.at(-1);
    const brought = imports.flatMap(({ columns }) => columns);
    const columns = [...new Set([...LEAD_DATABASE_SHAPES[database].shown, ...brought])];
    return {
      table: { name, columns, hasFormulaColumn: knows },
      total,
      sample: imports[0]?.mode === 'sample',
      source: last?.source || null,
      licence: last?.licence || null,
      importedAt: last && last.mode !== 'dropped' ? last.at : null,
      version: last?.id ?? '',
    };
  }

  function state(database: LeadDatabase): Promise<LeadState> {
    const now = performance.now();
    const known = states.get(database);
    const age = known ? now - known.at : Number.POSITIVE_INFINITY;
    if (known && age < STATE_FRESH_MS) return known.state;
    if (known && age < STATE_KNOWN_MS) {
      if (!known.renewing) {
        known.renewing = true;
        // A database that was changed meanwhile is no longer this one's to tell.
        read(database).then(
          (state) => {
            if (states.get(database) === known) keep(database, Promise.resolve(state));
          },
          () => states.delete(database),
        );
      }
      return known.state;
    }
    return keep(database, read(database));
  }

  function keep(database: LeadDatabase, reading: Promise<LeadState>): Promise<LeadState> {
    states.set(database, { at: performance.now(), state: reading, renewing: false });
    reading.catch(() => states.delete(database));
    return reading;
  }

  return {
    state,
    total: async (database) => {
      const { total, sample, source, licence, importedAt } = await state(database);
      return { total, sample, source, licence, importedAt };
    },
    count: async (database, filters, signal) => {
      const { table } = await state(database);
      const [row] = await warehouse.rows(asStatement(countQuery(table, filters)), Count, withSignal(signal));
      return row?.count ?? 0;
    },
    page: async (database, filters, page, signal) => {
      const { table } = await state(database);
      return warehouse.rows(asStatement(pageQuery(table, filters, page)), Lead, withSignal(signal));
    },
    suggestions: async (database, field, term) => {
      const { table, version } = await state(database);
      const key = JSON.stringify([database, version, field, term]);
      const known = suggested.get(key);
      if (known) return known;
      const query = field === 'Industry' ? industriesQuery : skillsQuery;
      const rows = await warehouse.rows(asStatement(query(table, term, SUGGESTIONS)), Value);
      if (suggested.size >= SUGGESTION_LISTS_KEPT) suggested.clear();
      const values = rows.map(({ value }) => value);
      suggested.set(key, values);
      return values;
    },
    changed: (database) => {
      states.delete(database);
    },
  };
}

/** Puts the made-up rows in the place of whatever is there. */
export async function loadSamples(
  warehouse: Warehouse,
  clock: Clock,
  database: LeadDatabase,
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

function asStatement(query: { sql: string; params: Record<string, unknown> }) {
  return { sql: query.sql, params: query.params };
}

function withSignal(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}
