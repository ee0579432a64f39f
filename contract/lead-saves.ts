import { z } from 'zod';
import { ApolloFilters, LeadrocksFilters, SalesNavigatorFilters } from './lead-filter-inputs.ts';
import type { LeadFilters } from './lead-filters.ts';
import { LEAD_CHOICE, type LeadDatabase, leadFiltersInput } from './leads.ts';
import { ListName, ListView } from './lists.ts';
import { LocalBusinessFilters } from './local-business-filters.ts';

function leadsSchema<Database extends LeadDatabase, Filters extends z.ZodType<LeadFilters>>(
  database: Database,
  filters: Filters,
) {
  return z.object({
    database: z.literal(database),
    filters: leadFiltersInput(filters),
    ...LEAD_CHOICE,
    /** With `inLists`: also the cells of the row whose company each lead is at, in columns of their own. */
    companyCells: z.boolean().default(false),
    name: ListName,
  });
}

/** Which leads to save, and the name of the list. */
export const LeadSaveInput = z.discriminatedUnion(
  'database',
  [
    leadsSchema('leadrocks', LeadrocksFilters),
    leadsSchema('apollo', ApolloFilters),
    leadsSchema('sales_navigator', SalesNavigatorFilters),
    leadsSchema('local_businesses', LocalBusinessFilters),
  ],
  { error: 'database must be leadrocks, apollo, sales_navigator or local_businesses' },
);
export type LeadSaveInput = z.output<typeof LeadSaveInput>;

/** Leads that are being saved to a list, or were. */
export const LeadSaveView = z.object({
  id: z.uuid(),
  state: z.enum(['saving', 'done', 'failed']),
  /** leads to save in all */
  leads: z.int().nonnegative(),
  /** of them, by now: new rows, rows that the list had, and leads that were left out */
  added: z.int().nonnegative(),
  updated: z.int().nonnegative(),
  /** left out, because their people or companies opted out */
  refused: z.int().nonnegative(),
  /** credits charged for the leads in the list; leads that you exported or saved before are free */
  cost: z.int().nonnegative(),
  /** why it failed, as a sentence; leads that were not saved cost nothing */
  problem: z.string().nullable(),
  /** `list-undo` takes it as `edit`, and removes the rows that were added; for 30 days */
  edit: z.uuid(),
  /** null: no lead is saved yet */
  list: ListView.nullable(),
});
export type LeadSaveView = z.infer<typeof LeadSaveView>;
