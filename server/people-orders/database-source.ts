import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Lead } from '#contract/leads.ts';
import { type LeadKey, rangeQuery } from '#engines/lead-query/lead-query.ts';
import type { Deps } from '../deps.ts';
import { currentImports } from '../leads/import-records.ts';
import type { LeadDeps } from '../leads/lead-search.ts';
import { leadTable } from '../leads/lead-tables.ts';
import { tableId } from '../leads/table-facts.ts';
import type { DatabaseSearch } from './engine/database-filters.ts';
import type { PeopleSource } from './people-source.ts';

const DATABASE = 'apollo';
const KEY = ['lw_industry', 'lw_country', 'lw_id'];
const READ_SECONDS = 120;

const Key = z.object({ lw_industry: z.string(), lw_country: z.string(), lw_id: z.coerce.number() });

/** A people search in this server's apollo database, which contains no one who opted out. */
export function databaseSource(
  deps: Pick<Deps, 'warehouse'> & LeadDeps,
  { filters, understood, unmapped }: DatabaseSearch,
): PeopleSource {
  const { warehouse } = deps;
  const search = deps.leadSearch;

  /** The current state, including imports by other processes. */
  async function freshState() {
    await search.state(DATABASE);
    const imports = await currentImports(warehouse, DATABASE);
    const known = await search.state(DATABASE);
    const last = imports.at(-1)?.id ?? '';
    if (known.version === last) return { state: known, replacedBy: imports[0]?.id ?? '' };
    search.invalidate(DATABASE);
    return { state: await search.state(DATABASE), replacedBy: imports[0]?.id ?? '' };
  }

  return {
    name: 'database',
    understood,
    unmapped,
    async state() {
      const { state, replacedBy } = await freshState();
      const table = await tableId(warehouse, leadTable(DATABASE));
      const { columns } = state.table;
      // Appended leads don't change the version.
      const version = [table ?? '', replacedBy, ...columns].join('/');
      return {
        version: createHash('sha256').update(version).digest('base64url'),
        columns,
        sample: state.sample,
      };
    },
    count: (signal) => search.count(DATABASE, filters, signal),
    async page({ state: { columns }, after, most }, signal) {
      const from: LeadKey | null = after === null ? null : Key.parse(JSON.parse(after));
      const { sql, params } = rangeQuery(
        { name: leadTable(DATABASE), columns: [...columns, ...KEY] },
        filters,
        {
          after: from,
          upTo: null,
        },
      );
      const rows = await warehouse.rows(
        { sql: `${sql} LIMIT {most:UInt32}`, params: { ...params, most } },
        Lead,
        { signal, seconds: READ_SECONDS },
      );
      const last = rows.at(-1);
      return {
        records: rows.map((row) => columns.map((column) => String(row[column] ?? ''))),
        // Pages don't overlap.
        keys: [],
        next: last ? JSON.stringify(Key.parse(last)) : (after ?? ''),
        more: rows.length === most,
      };
    },
  };
}
