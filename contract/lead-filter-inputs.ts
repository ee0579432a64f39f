import { z } from 'zod';
import { domainsInText } from './domains-in-text.ts';
import { type LeadFilters, noFilters, PER_COMPANY_MAX } from './lead-filters.ts';
import { LEAD_FILTER_ENTRY_MAX_CHARS, LEAD_FILTER_MAX_ENTRIES, ROW_ID_MAX } from './limits.ts';
import { LeaveOut } from './list-exclusions.ts';
import { parseSeniority, SENIORITIES } from './seniorities.ts';
import { withoutRepeats } from './without-repeats.ts';

/** Entries of one filter: trimmed, without blanks and duplicates (spec lead tools §5). */
export const Entries = z
  .array(
    z
      .string()
      .max(
        LEAD_FILTER_ENTRY_MAX_CHARS,
        `A filter entry can have at most ${LEAD_FILTER_ENTRY_MAX_CHARS} characters`,
      ),
  )
  .max(LEAD_FILTER_MAX_ENTRIES, `A filter can have at most ${LEAD_FILTER_MAX_ENTRIES} entries`)
  .nullish()
  .transform((entries) => [...new Set((entries ?? []).map((entry) => entry.trim()).filter(Boolean))]);
/** Keywords, which match in any case: "CTO" and "cto" are one. */
export const Keywords = Entries.transform(withoutRepeats);
/** Seniorities in any spelling that names one. A search for another one would find nothing. */
const Seniorities = Entries.transform((entries, context) => {
  const known = entries.map((entry) => ({ entry, seniority: parseSeniority(entry) }));
  for (const { entry, seniority } of known) {
    if (seniority === null)
      context.addIssue(`"${entry}" is no seniority that we know. Use ${SENIORITIES.join(', ')}`);
  }
  return [...new Set(known.flatMap(({ seniority }) => seniority ?? []))] as string[];
});
/** Domains of websites, also from URLs and emails: "https://www.Acme.com/about" -> "acme.com". An entry can have several. */
export const Domains = Entries.transform((entries) => withoutRepeats(entries.flatMap(domainsInText)))
  .refine(
    (domains) => domains.length <= LEAD_FILTER_MAX_ENTRIES,
    `A filter can have at most ${LEAD_FILTER_MAX_ENTRIES} entries`,
  )
  // A search for a name would silently find nothing.
  .superRefine((domains, context) => {
    const name = domains.find((domain) => !domain.includes('.'));
    if (name !== undefined)
      context.addIssue(`“${name}” isn’t a domain. Include its ending, such as acme.com`);
  });
export const Toggle = z.boolean().nullish().transform(Boolean);
/** The value of a number field: text or a number, empty for none. */
const Bound = z
  .union([z.number().min(-ROW_ID_MAX).max(ROW_ID_MAX), z.string().trim().max(20)], {
    error: 'min and max must be numbers',
  })
  .nullish()
  .transform((bound, context) => {
    if (bound === null || bound === undefined || bound === '') return null;
    const number = Number(bound);
    if (Number.isFinite(number)) return Math.min(Math.max(Math.trunc(number), -1), 2_000_000_000);
    context.addIssue('min and max must be numbers');
    return z.NEVER;
  });

/** Ranges of employee counts: `[{ min: 11, max: 50 }]`. */
const Employees = z
  .array(z.strictObject({ min: Bound, max: Bound }))
  .max(20, 'There can be at most 20 ranges of employees')
  .nullish()
  .transform((ranges) =>
    (ranges ?? [])
      .map(({ min, max }) => ({ min: min ?? null, max: max ?? null }))
      .filter(({ min, max }) => min !== null || max !== null),
  );

/** Filters by the lists of an account, which every database has. */
export const LIST_FILTERS = {
  /** IDs of lists: only leads at the companies in them. */
  inLists: LeaveOut.nullish().transform((lists) => [...new Set(lists ?? [])]),
  /** At most so many leads of each company in these lists, first those with an email. */
  perCompany: z
    .int()
    .min(1)
    .max(PER_COMPANY_MAX, `perCompany can be ${PER_COMPANY_MAX} at most`)
    .nullish()
    .transform((most) => most ?? null),
  /** IDs of exclusion lists whose people and companies are left out. null: in a schedule, all when it runs. */
  leaveOut: LeaveOut.nullish().transform((lists) => (lists === null ? null : [...new Set(lists ?? [])])),
};

/** The filters that every database of people has, besides titles, industries and emails. */
const TEXT_FILTERS = {
  includeCompanies: Keywords,
  excludeCompanies: Keywords,
  includeDomains: Domains,
  excludeDomains: Domains,
  includePlaces: Keywords,
  excludePlaces: Keywords,
  includeKeywords: Keywords,
  excludeKeywords: Keywords,
  employees: Employees,
  ...LIST_FILTERS,
};
type TextFilters = { [name in keyof typeof TEXT_FILTERS]: z.output<(typeof TEXT_FILTERS)[name]> };

function textFilters(filters: TextFilters) {
  return {
    companies: { include: filters.includeCompanies, exclude: filters.excludeCompanies },
    domains: { include: filters.includeDomains, exclude: filters.excludeDomains },
    places: { include: filters.includePlaces, exclude: filters.excludePlaces },
    keywords: { include: filters.includeKeywords, exclude: filters.excludeKeywords },
    employees: filters.employees,
    inLists: filters.inLists,
    perCompany: filters.inLists.length > 0 ? filters.perCompany : null,
    leaveOut: filters.leaveOut,
  };
}

/** Filters of the LeadRocks tab in the API (spec lead tools §3) -> the common filters. */
export const LeadrocksFilters = z
  .strictObject({
    includeIndustries: Entries,
    excludeIndustries: Entries,
    includeJobTitles: Keywords,
    excludeJobTitles: Keywords,
    hasEmail: Toggle,
    ...TEXT_FILTERS,
  })
  .transform(
    (filters): LeadFilters => ({
      ...noFilters(),
      ...textFilters(filters),
      industries: { include: filters.includeIndustries, exclude: filters.excludeIndustries },
      titles: { include: filters.includeJobTitles, exclude: filters.excludeJobTitles },
      hasEmail: filters.hasEmail,
    }),
  );

/** Filters of the Apollo tab; the LeadRocks filter names work too (spec lead tools §3). */
export const ApolloFilters = z
  .strictObject({
    includeJobTitles: Keywords,
    excludeJobTitles: Keywords,
    includeSeniorities: Seniorities,
    excludeSeniorities: Seniorities,
    includeIndustries: Entries,
    excludeIndustries: Entries,
    hasEmail: Toggle,
    hasPhone: Toggle,
    hasDirectPhone: Toggle,
    ...TEXT_FILTERS,
  })
  .transform(
    (filters): LeadFilters => ({
      ...noFilters(),
      ...textFilters(filters),
      titles: { include: filters.includeJobTitles, exclude: filters.excludeJobTitles },
      seniorities: { include: filters.includeSeniorities, exclude: filters.excludeSeniorities },
      industries: { include: filters.includeIndustries, exclude: filters.excludeIndustries },
      hasEmail: filters.hasEmail,
      hasPhone: filters.hasPhone,
      hasDirectPhone: filters.hasDirectPhone,
    }),
  );

/** Filters of the Sales Navigator tab. `jobTitle.input` is the text being typed and has no effect. */
export const SalesNavigatorFilters = z
  .strictObject({
    industry: z.strictObject({ include: Entries, exclude: Entries }).nullish(),
    jobTitle: z.strictObject({ include: Keywords, exclude: Keywords, input: z.string().nullish() }).nullish(),
    locationCountry: Entries,
    companySize: z.strictObject({ include: Entries }).nullish(),
    skills: z.strictObject({ include: Entries }).nullish(),
    hasEmail: Toggle,
    hasPhone: Toggle,
    hasMobile: Toggle,
    linkedinConnections: z.strictObject({ min: Bound, max: Bound }).nullish(),
    ...TEXT_FILTERS,
  })
  .transform(
    (filters): LeadFilters => ({
      ...noFilters(),
      ...textFilters(filters),
      industries: filters.industry ?? noFilters().industries,
      titles: {
        include: filters.jobTitle?.include ?? [],
        exclude: filters.jobTitle?.exclude ?? [],
      },
      countries: { include: filters.locationCountry, exclude: [] },
      companySizes: filters.companySize?.include ?? [],
      skills: filters.skills?.include ?? [],
      hasEmail: filters.hasEmail,
      hasPhone: filters.hasPhone,
      hasMobile: filters.hasMobile,
      connections: filters.linkedinConnections ?? noFilters().connections,
    }),
  );
