import { ListSource } from '#contract/lists.ts';
import type { ListRecord } from './store.ts';

const SOURCE_FIELDS = { extension: 'site', task: 'type', leads: 'database' } as const;

/** Where the rows of a stored list come from. */
export function listSource({ kind, source }: Pick<ListRecord, 'kind' | 'source'>): ListSource {
  return ListSource.parse(kind === 'own' ? { kind } : { kind, [SOURCE_FIELDS[kind]]: source });
}
