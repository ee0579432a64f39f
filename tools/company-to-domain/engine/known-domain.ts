import { cutText } from '#contract/cut-text.ts';
import { ownDomain } from '#engines/company-domain/own-domain.ts';
import { type CompanyRow, emptyCompanyRow } from '../definition.ts';

const SHOWN_MAX_CHARS = 200;

/** The result for a company whose website is known: its domain. null if that isn't its own for sure, so that it is looked up. */
export function knownDomain(text: string): CompanyRow | null {
  const website = text.trim();
  const domain = website === '' ? null : ownDomain(website);
  if (domain === null) return null;
  const explanation = `Already in the row: ${cutText(website, SHOWN_MAX_CHARS)}. Nothing was looked up, so it is free.`;
  const input = { company_name: '', country: null, website };
  return {
    ...emptyCompanyRow(input, '', explanation),
    error: null,
    domain,
    confidence: 100,
    source: 'given',
  };
}
