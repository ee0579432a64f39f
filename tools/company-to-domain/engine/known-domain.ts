import { cutText } from '#contract/cut-text.ts';
import { registrable, sharedPage } from '#engines/company-domain/company-name.ts';
import { type CompanyRow, emptyCompanyRow } from '../definition.ts';

const SHOWN_MAX_CHARS = 200;

/** The result for a company whose website is known: its domain. null for no website, and for a page at a site of many companies. */
export function knownDomain(text: string): CompanyRow | null {
  const website = text.trim();
  const domain = website === '' || sharedPage(website) !== null ? null : registrable(website);
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
