import { cutText } from '#contract/cut-text.ts';
import type { LeadFilters } from '#contract/lead-filters.ts';
import { categoryLabel } from '#contract/local-business-filters.ts';
import { seniorityLabel } from '#contract/seniorities.ts';

const MAX_CHARS = 200;

/**
 * The filters of a lead search as its owner reads them, at most 200 characters: "Sales Director, CTO · not Intern · Germany · with email".
 * Whom exclusion lists leave out isn't part of it.
 */
export function searchText(filters: LeadFilters): string {
  const { titles, seniorities, companies, domains, industries, keywords, places } = filters;
  const { countries, regions, cities, postcodes, near, chain, employees, connections } = filters;
  const levels = labeled(seniorities, seniorityLabel);
  const trades = labeled(industries, (industry) =>
    industry.includes('_') ? categoryLabel(industry) : industry,
  );
  const both = [titles, levels, companies, domains, trades, keywords, places, countries, regions];
  const lists = [...both, cities, postcodes].flatMap(({ include, exclude }) => [
    include.join(', '),
    exclude.length > 0 ? `not ${exclude.join(', ')}` : '',
  ]);
  const texts = [
    ...lists,
    filters.companySizes.join(', '),
    filters.skills.join(', '),
    employees.length > 0 ? `${employees.map(rangeText).join(', ')} employees` : '',
    connections.min !== null || connections.max !== null ? `${rangeText(connections)} connections` : '',
    near ? `within ${near.kilometers} km of ${near.latitude}, ${near.longitude}` : '',
    chain === null ? '' : chain ? 'chains' : 'independent',
    filters.isOpen ? 'open' : '',
    filters.hasEmail ? 'with email' : '',
    filters.hasPhone ? 'with phone' : '',
    filters.hasDirectPhone ? 'with direct phone' : '',
    filters.hasMobile ? 'with mobile' : '',
    filters.hasWebsite ? 'with website' : '',
    filters.inLists.length > 0 ? 'at the companies in a list' : '',
  ];
  const text = texts.filter(Boolean).join(' · ');
  return text.length > MAX_CHARS ? `${cutText(text, MAX_CHARS - 1)}…` : text;
}

function labeled(
  { include, exclude }: LeadFilters['seniorities'],
  label: (value: string) => string,
): LeadFilters['seniorities'] {
  return { include: include.map(label), exclude: exclude.map(label) };
}

/** "11–50", "1,001 or more", "up to 10". */
function rangeText({ min, max }: { min: number | null; max: number | null }): string {
  const [least, most] = [min, max].map((bound) => bound?.toLocaleString('en-US'));
  if (most === undefined) return `${least} or more`;
  return least === undefined ? `up to ${most}` : `${least}–${most}`;
}
