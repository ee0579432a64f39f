import { readCompanyName } from '#engines/company-domain/company-name.ts';
import { nameKey, nameWords } from '#engines/company-domain/name-words.ts';
import { type CompanyInput, parseCompanyInput } from '../definition.ts';
import { plainHints } from './plain-hints.ts';

/** Names with the same first word may look at the same homepages, so they share a shard. */
export function shardKey(input: string): string {
  const words = nameWords(parseCompanyInput(input).company_name.slice(0, 200));
  return nameKey(words.slice(0, 1)) || input.slice(0, 50);
}

/**
 * The letters of the name, with its hints in one spelling. An account pays for a domain of it
 * once.
 */
export function itemKey(input: string): string {
  const company = parseCompanyInput(input);
  return companyKey({ ...company, ...plainHints(company) });
}

/** The key with the hints as written, under which versions until November 2026 charged it. */
export function formerItemKey(input: string): string {
  return companyKey(parseCompanyInput(input));
}

function companyKey({ company_name, country, website, city }: CompanyInput): string {
  const key = nameKey(nameWords(company_name.slice(0, 200))) || company_name.slice(0, 200);
  return [
    key,
    country?.trim().toLowerCase() ?? '',
    website?.trim().toLowerCase() ?? '',
    ...(city ? [city.trim().toLowerCase()] : []),
  ].join('|');
}

/** Lines that are an address, or no company name at all, are free. */
export function isFree(input: string): boolean {
  return readCompanyName(parseCompanyInput(input).company_name).kind !== 'name';
}
