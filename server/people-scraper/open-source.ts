import type { PeopleSourceName } from '#contract/people-scraper.ts';
import { readPeopleSearch } from '#engines/people-search-url/people-search-url.ts';
import type { PeopleSource } from '#tools/people-scraper/people-source.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { databaseSource } from './database-source.ts';
import { industryTags } from './industry-tags.ts';

type Parts = Pick<Deps, 'config' | 'clock' | 'database' | 'warehouse' | 'secrets' | 'log'>;

/** Where records come from on this server. */
export function sourceName(_config: Config): PeopleSourceName {
  return 'database';
}

/** What a process with this configuration can read. */
export function reachableSources(_config: Config): readonly PeopleSourceName[] {
  return ['database'];
}

/** The search that an address stands for; null: it is no address of a people search. */
export async function openSource(parts: Parts, address: string): Promise<PeopleSource | null> {
  const search = readPeopleSearch(address, await industryTags(parts));
  return search && databaseSource(parts, search);
}
