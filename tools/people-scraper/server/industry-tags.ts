import type { IndustryTags } from '#engines/people-search-url/database-filters.ts';
import type { Deps } from '#server/deps.ts';
import { findTags } from './store.ts';

/** The industries that people search URLs name by ID, from the operator's list. */
export async function industryTags({ database }: Pick<Deps, 'database'>): Promise<IndustryTags> {
  return new Map((await findTags(database.db)).map(({ id, industry }) => [id, industry]));
}
