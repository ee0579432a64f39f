import { siteDomain } from '#engines/company-domain/own-domain.ts';
import { countryOfCell } from '#engines/country-names/country-names.ts';
import type { CompanyEntry } from '#engines/csv/pasted-companies.ts';
import { cellValue } from '#engines/list-items/no-value.ts';
import type { CompanyInput } from '../definition.ts';
import { cityKey } from './preset-companies.ts';

type Hints = Omit<CompanyInput, 'company_name'>;

/** The domain of the website that the list names; null without one, and for a page at a site of many companies. */
export function hintedDomain({ website }: Pick<Hints, 'website'>): string | null {
  return website === null ? null : siteDomain(website);
}

/**
 * Hints in one spelling, as the search for a domain reads them: "USA" and "United States" are `us`, "https://www.acme.com/" is
 * `acme.com`, "New York" is `newyork`. Others stay as they are, except for websites that say no domain, such as the profiles of people who work
 * for the company.
 */
export function plainHints({ country, website, city = null }: Hints): Omit<CompanyEntry, 'company_name'> {
  return {
    country: country && (countryOfCell(country)?.toLowerCase() ?? (cellValue(country) || null)),
    website: hintedDomain({ website }),
    ...(city && cellValue(city) && { city: cityKey(city) || city }),
  };
}
