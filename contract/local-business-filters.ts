import { z } from 'zod';
import { Domains, Entries, Keywords, LIST_FILTERS, Toggle } from './lead-filter-inputs.ts';
import { type LeadFilters, noFilters } from './lead-filters.ts';

/** The largest distance that a search around a place can have, in kilometers. */
export const NEAR_MAX_KILOMETERS = 500;

/** Around a place: degrees, and a distance in kilometers. */
const Near = z
  .strictObject({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    kilometers: z
      .number()
      .positive()
      .max(NEAR_MAX_KILOMETERS, `near can have at most ${NEAR_MAX_KILOMETERS} kilometers`),
  })
  .nullish()
  .transform((near) => near ?? null);

/** "italian_restaurant" -> "Italian restaurant". */
export function categoryLabel(value: string): string {
  const text = value.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "Italian restaurant" -> "italian_restaurant", as Overture writes categories. */
export function categoryKey(category: string): string {
  return category.toLowerCase().replace(/[\s_-]+/g, '_');
}

const Categories = Entries.transform((entries) => entries.map(categoryKey));
/** "US-CA" is "CA" in the database, as some countries write it there. */
const Regions = Entries.transform((entries) =>
  entries.map((entry) => entry.replace(/^[A-Z]{2}-(?=.)|^[a-z]{2}-(?=[a-z\d]{1,3}$)/, '')),
);

/** Filters of the Local Businesses tab in the API -> the common filters. */
export const LocalBusinessFilters = z
  .strictObject({
    /** Whole categories of any level: "restaurant" finds an "italian_restaurant", too. `suggestions` names them. */
    includeCategories: Categories,
    excludeCategories: Categories,
    /** Words of the name, brand or categories. */
    includeKeywords: Keywords,
    excludeKeywords: Keywords,
    /** Words of the name. */
    includeCompanies: Keywords,
    excludeCompanies: Keywords,
    includeDomains: Domains,
    excludeDomains: Domains,
    /** Countries under any of their names, or by their ISO codes. */
    includeCountries: Entries,
    excludeCountries: Entries,
    includeRegions: Regions,
    excludeRegions: Regions,
    includeCities: Entries,
    excludeCities: Entries,
    /** How postal codes start. */
    includePostcodes: Entries,
    excludePostcodes: Entries,
    /** Words of the city, region, postal code or country. */
    includePlaces: Keywords,
    excludePlaces: Keywords,
    near: Near,
    hasPhone: Toggle,
    hasWebsite: Toggle,
    hasEmail: Toggle,
    /** true: only those of a brand; false: only independent ones. */
    chain: z
      .boolean()
      .nullish()
      .transform((chain) => chain ?? null),
    /** Leaves out those that are known to be closed. */
    open: Toggle,
    ...LIST_FILTERS,
  })
  .transform(
    (filters): LeadFilters => ({
      ...noFilters(),
      industries: { include: filters.includeCategories, exclude: filters.excludeCategories },
      keywords: { include: filters.includeKeywords, exclude: filters.excludeKeywords },
      companies: { include: filters.includeCompanies, exclude: filters.excludeCompanies },
      domains: { include: filters.includeDomains, exclude: filters.excludeDomains },
      countries: { include: filters.includeCountries, exclude: filters.excludeCountries },
      regions: { include: filters.includeRegions, exclude: filters.excludeRegions },
      cities: { include: filters.includeCities, exclude: filters.excludeCities },
      postcodes: { include: filters.includePostcodes, exclude: filters.excludePostcodes },
      places: { include: filters.includePlaces, exclude: filters.excludePlaces },
      near: filters.near,
      hasPhone: filters.hasPhone,
      hasWebsite: filters.hasWebsite,
      hasEmail: filters.hasEmail,
      chain: filters.chain,
      isOpen: filters.open,
      inLists: filters.inLists,
      perCompany: filters.inLists.length > 0 ? filters.perCompany : null,
      leaveOut: filters.leaveOut,
    }),
  );
