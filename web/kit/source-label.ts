import type { LeadDatabase } from '#contract/leads.ts';
import type { ListSource } from '#contract/lists.ts';
import { siteName } from '#extension/sites.ts';
import { taskLabels } from './task-labels.ts';

/** The lead databases, as people know them. */
const LEAD_DATABASE_NAMES: Readonly<Record<LeadDatabase, string>> = {
  leadrocks: 'LeadRocks',
  local_businesses: 'Local Businesses',
  apollo: 'Apollo',
  sales_navigator: 'Sales Navigator',
};

/** Where the rows of a list come from: "Google Maps", the name of a tool, "Apollo database". */
export function sourceLabel(source: ListSource): string {
  if (source.kind === 'extension') return siteName(source.site);
  if (source.kind === 'own') return 'Your rows';
  return source.kind === 'task'
    ? taskLabels(source.type).name
    : `${LEAD_DATABASE_NAMES[source.database]} database`;
}
