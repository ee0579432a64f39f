import { z } from 'zod';
import { noFilters } from '#contract/lead-filters.ts';
import { LIST_COLUMNS_MAX } from '#contract/list-columns.ts';
import { uniqueColumnName } from '#engines/csv/read-table.ts';
import { companyRowsQuery, LEAD_ID } from '#engines/lead-query/lead-query.ts';
import type { OrderedLeads } from '../leads/lead-order.ts';
import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import { retryInterrupted } from '../platform/warehouse/warehouse-errors.ts';
import { listFields } from './list-fields.ts';
import { rowsById } from './row-steps.ts';
import { checkRows } from './shown-rows.ts';
import { findList, type ListRecord } from './store.ts';

/** The cells of the companies that leads are at, in columns that the leads don't have. */
export interface CompanyCells {
  columns: readonly string[];
  /** The cells by the ids of leads. A lead whose company's row is gone is left out. */
  cellsOf(
    leads: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Record<string, string>>>;
}

const SECONDS = 60;
/** Names that each object has. Names of columns are also their IDs here (`newColumnId`). */
const OF_OBJECTS = Object.getOwnPropertyNames(Object.prototype);
const Company = z.object({ [LEAD_ID]: z.string(), row: z.coerce.number() });

/** Opens the cells of the rows of the lists that an order finds leads for. null: it finds them without lists. */
export async function openCompanyCells(
  deps: OptOutDeps & { warehouse: Warehouse },
  accountId: string,
  { table, filters }: Pick<OrderedLeads, 'table' | 'filters'>,
): Promise<CompanyCells | null> {
  const { db } = deps.database;
  if (filters.inLists.length === 0) return null;
  const lists: { list: ListRecord; names: ReadonlyMap<string, string> }[] = [];
  const taken: string[] = [...table.columns];
  const named = new Map<string, string>();
  for (const id of filters.inLists) {
    const list = await findList(db, accountId, id);
    if (!list) continue;
    const names = new Map<string, string>();
    for (const field of listFields(list)) {
      // Lists with the same columns share them.
      const known = named.get(field.name.toLowerCase());
      if (known === undefined && taken.length >= LIST_COLUMNS_MAX) continue;
      const name = known ?? uniqueColumnName(field.name, [...OF_OBJECTS, ...taken], `${list.name}: `);
      if (known === undefined) taken.push(name);
      named.set(field.name.toLowerCase(), name);
      names.set(field.id, name);
    }
    lists.push({ list, names });
  }

  async function rowsOf(ids: readonly number[]): Promise<Map<number, Record<string, string>>> {
    const found = new Map<number, Record<string, string>>();
    for (const { list, names } of lists) {
      const { shown } = await checkRows(deps, list, await rowsById(db, list.id, ids));
      for (const { id, cells } of shown)
        found.set(
          id,
          Object.fromEntries(
            Object.entries(cells).flatMap(([column, text]) => {
              const name = names.get(column);
              return name === undefined ? [] : [[name, text]];
            }),
          ),
        );
    }
    return found;
  }

  return {
    columns: taken.slice(table.columns.length),
    async cellsOf(leads, signal) {
      if (leads.length === 0) return new Map();
      const { inLists, listed, listedRows } = filters;
      const wanted = { ...noFilters(), leads: [...leads], inLists, listed, listedRows };
      const { sql, params } = companyRowsQuery(table, wanted);
      const companies = await retryInterrupted(() =>
        deps.warehouse.rows({ sql, params }, Company, { seconds: SECONDS, signal }),
      );
      const rows = await rowsOf([...new Set(companies.map(({ row }) => row))]);
      return new Map(
        companies.flatMap(({ [LEAD_ID]: lead, row }) => {
          const cells = rows.get(row);
          return cells ? [[lead, cells] as const] : [];
        }),
      );
    },
  };
}
