import { nameKey, nameWords } from '#engines/company-domain/name-words.ts';
import { parseCompanyInput } from './definition.ts';

/** Names with the same first word may look at the same homepages, so they share a shard. */
export function companyShardKey(input: string): string {
  const words = nameWords(parseCompanyInput(input).company_name.slice(0, 200));
  return nameKey(words.slice(0, 1)) || input.slice(0, 50);
}
