import type { ListSource } from '#contract/lists.ts';
import { SITE_NAMES } from '../lib/site-names.ts';
import { taskLabels } from './task-labels.ts';

/** Where the rows of a list come from: "Google Maps", "Website Extraction". */
export function sourceLabel(source: ListSource): string {
  return source.kind === 'extension' ? SITE_NAMES[source.site] : taskLabels(source.type).name;
}
