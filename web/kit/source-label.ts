import type { ListSource } from '#contract/lists.ts';
import { LEAD_DATABASE_NAMES, SITE_NAMES } from '../lib/site-names.ts';
import { taskLabels } from './task-labels.ts';

/** Where the rows of a list come from: "Google Maps", "Website Extraction", "Apollo database". */
export function sourceLabel(source: ListSource): string {
  if (source.kind === 'extension') return SITE_NAMES[source.site];
  return source.kind === 'task'
    ? taskLabels(source.type).name
    : `${LEAD_DATABASE_NAMES[source.database]} database`;
}
