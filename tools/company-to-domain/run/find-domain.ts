import { type CompanyName, readCompanyName } from '#engines/company-domain/company-name.ts';
import { ownDomain } from '#engines/company-domain/own-domain.ts';
import { countryOfCell } from '#engines/country-names/country-names.ts';
import { addressFlags } from '#engines/email-address/address-flags.ts';
import { type CompanyInput, type CompanyRow, emptyCompanyRow } from '../definition.ts';
import type { CompanyIndex } from '../engine/company-index.ts';
import { decideDomain } from '../engine/decide-domain.ts';
import { leadKey } from '../engine/lead-key.ts';
import type { LearnedOrder } from '../engine/learn-order.ts';
import { likelyRows, operatorFit } from '../engine/operator-rows.ts';
import { hintedDomain } from '../engine/plain-hints.ts';
import { cityKey, presetKnowledge } from '../engine/preset-companies.ts';
import { foundRow, notFoundRow } from '../engine/row.ts';
import { COMPANY_MESSAGES } from '../messages.ts';
import type { CompanyProvider } from '../net/company-provider.ts';
import { findLogo, type LogoParts } from './find-logo.ts';
import { rowFromCandidates } from './from-candidates.ts';
import { rowFromPresets, withUnplaced } from './from-presets.ts';
import { createNameSearch, type NameSearch } from './name-search.ts';
import type { CompanyKeys, KnownCompany } from './ports.ts';
import type { SiteReader } from './site-reader.ts';

export interface FinderParts {
  sites: SiteReader;
  index: CompanyIndex;
  /** null: nothing was learned */
  order: LearnedOrder | null;
  provider: CompanyProvider | null;
  /** null: logos aren't wanted */
  logo: LogoParts | null;
}

export interface Finding {
  row: CompanyRow;
  found: boolean;
  failed: boolean;
  billable: boolean;
}

const OPERATOR_ROWS = 3;
const INDEX_ENTRIES = 3;
const OPERATOR_CONFIDENCE = 99;
/** Leads that agree on a domain. Fewer are only a reason to look at its page. */
const LEADS_ALONE = 5;
const LEADS_SHARE = 0.9;
const LEADS_CONFIDENCE = 80;
const PROVIDER_CONFIDENCE = 90;

const PERSONAL = 'This is the address of a personal mailbox, not a company';
const NO_SUCH_DOMAIN = 'This domain does not exist';
const NO_WEBSITE = 'This domain has no website';
const NO_DNS = "We couldn't look up domains. Try again later";

/** The keys of a line for the operator's table, the leads and imported data; null if the line is no name. */
export function lookUpKeys(input: CompanyInput): CompanyKeys | null {
  const reading = readCompanyName(input.company_name);
  if (reading.kind !== 'name') return null;
  const { name } = reading;
  return {
    name: name.key,
    leads: [...new Set([leadKey(name.written), leadKey(name.short)])].filter(Boolean),
  };
}

/** The domain of one company, step by step. Null if the run was stopped. */
export async function findDomain(
  input: CompanyInput,
  known: KnownCompany,
  parts: FinderParts,
  signal: AbortSignal,
): Promise<Finding | null> {
  const reading = readCompanyName(input.company_name);
  if (reading.kind === 'unreadable') return missed(input, reading.reason);
  if (reading.kind === 'address') return givenAddress(input, reading, parts, signal);
  if (reading.name.isDomain && reading.name.domain !== null) {
    const exists = await parts.sites.exists(reading.name.domain);
    if (signal.aborted) return null;
    if (exists === 'yes') return given(input, reading.name.domain, 'The line is a domain');
  }
  const country = input.country === null ? null : countryOfCell(input.country);
  const city = cityKey(input.city ?? '') || null;
  const imported = presetKnowledge(known.presets, reading.name, { country, city });
  const name = { ...reading.name, others: [...new Set([...reading.name.others, ...imported.otherNames])] };
  const cities = city === null ? imported.cities : [city];
  const search = createNameSearch(
    name,
    { country, cities, otherNames: imported.otherNames },
    parts.sites,
    signal,
  );
  const fromPresets = async () => {
    const row = await rowFromPresets(input, name, imported, search);
    return row && hit(row);
  };
  const fromCandidates = async () => {
    const context = { country, website: hintedDomain(input) };
    const row = await rowFromCandidates(
      input,
      { name, context, imported, order: parts.order },
      search,
      signal,
    );
    return row && hit(row);
  };

  const finding =
    (await fromOperator(input, known, { name: reading.name, country }, search)) ??
    (await fromHint(input, search)) ??
    (await fromLeads(input, known, search)) ??
    (await fromPresets()) ??
    (await fromIndex(input, name, country, parts.index, search)) ??
    (await fromCandidates());
  if (signal.aborted) return null;
  const answer = finding ?? (await fromProvider(input, name, country, parts.provider, search, signal));
  if (signal.aborted) return null;
  return withLogo(answer ?? withUnplaced(notFound(input, search), imported), parts, search, signal);
}

async function givenAddress(
  input: CompanyInput,
  { domain, from }: { domain: string; from: 'url' | 'email' },
  { sites }: FinderParts,
  signal: AbortSignal,
): Promise<Finding | null> {
  if (from === 'email' && addressFlags(null, domain).free) return missed(input, PERSONAL);
  const exists = await sites.exists(domain);
  const isFree = exists === 'no' && (await sites.registration(domain)) === 'free';
  if (signal.aborted) return null;
  if (exists === 'undecided') return { ...missed(input, NO_DNS, COMPANY_MESSAGES.rowFailed), failed: true };
  if (exists === 'no') return missed(input, isFree ? NO_SUCH_DOMAIN : NO_WEBSITE);
  return given(input, domain, from === 'url' ? 'The line is a web address' : 'The line is an email address');
}

/** The line says the domain itself, so nothing was found and it is free. */
function given(input: CompanyInput, domain: string, explanation: string): Finding {
  const row: CompanyRow = {
    ...emptyCompanyRow(input, '', explanation),
    error: null,
    domain,
    confidence: 100,
    source: 'given',
    evidence: [{ source: 'given', text: explanation, supports: true, page: null }],
  };
  return { row, found: true, failed: false, billable: false };
}

function missed(
  input: CompanyInput,
  explanation: string,
  error: string = COMPANY_MESSAGES.notFound,
): Finding {
  const row = emptyCompanyRow(input, error, explanation);
  return { row, found: false, failed: false, billable: false };
}

async function fromOperator(
  input: CompanyInput,
  { operator }: KnownCompany,
  wanted: { name: CompanyName; country: string | null },
  search: NameSearch,
): Promise<Finding | null> {
  const rows = likelyRows(operator, wanted);
  const [only, ...others] = narrowed(rows, wanted.country);
  if (only === undefined) return null;
  if (others.length === 0 && operatorFit(only, wanted) !== 'other')
    return hit(
      foundRow(input, { domain: only.domain, confidence: OPERATOR_CONFIDENCE, source: 'operator' }, search),
    );
  await search.consider(
    [only, ...others].map(({ domain }) => domain).slice(0, OPERATOR_ROWS),
    'operator',
    'hint',
  );
  return decided(input, search);
}

async function fromHint(input: CompanyInput, search: NameSearch): Promise<Finding | null> {
  const website = hintedDomain(input);
  if (website === null) return null;
  await search.consider([website], 'website', 'hint');
  return decided(input, search);
}

async function fromLeads(
  input: CompanyInput,
  { leads }: KnownCompany,
  search: NameSearch,
): Promise<Finding | null> {
  const [most] = leads;
  if (!most) return null;
  const total = leads.reduce((sum, lead) => sum + lead.leads, 0);
  await search.consider(
    leads.slice(0, 2).map(({ domain }) => domain),
    'leads',
    'leads',
  );
  const confirmed = decided(input, search);
  if (confirmed) return confirmed;
  const alone = most.leads >= LEADS_ALONE && most.leads / total >= LEADS_SHARE;
  if (!alone || !search.maybeCompany(most.domain) || search.isOthers(most.domain)) return null;
  const choice = { domain: most.domain, confidence: LEADS_CONFIDENCE, source: 'leads' as const };
  return hit(foundRow(input, choice, search, `${most.leads} leads of this company have this domain`));
}

async function fromIndex(
  input: CompanyInput,
  name: CompanyName,
  country: string | null,
  index: CompanyIndex,
  search: NameSearch,
): Promise<Finding | null> {
  const entries =
    [name.key, name.legalKey, ...name.others]
      .map((key) => index.find(key))
      .find((found) => found.length > 0) ?? [];
  const likely = narrowed(entries, country ?? name.countries[0] ?? null).slice(0, INDEX_ENTRIES);
  if (likely.length === 0) return null;
  await search.consider(
    likely.map(({ domain }) => domain),
    'index',
    'index',
  );
  return decided(input, search);
}

async function fromProvider(
  input: CompanyInput,
  name: CompanyName,
  country: string | null,
  provider: CompanyProvider | null,
  search: NameSearch,
  signal: AbortSignal,
): Promise<Finding | null> {
  if (provider === null) return null;
  const answer = await provider.find(name.written, country, signal);
  if (answer.failed) {
    const finding = notFound(input, search);
    finding.row.error = COMPANY_MESSAGES.rowFailed;
    finding.row.explanation = `${finding.row.explanation}. ${answer.reason}`;
    return { ...finding, failed: true };
  }
  const domain = answer.domain === null ? null : ownDomain(answer.domain);
  if (domain === null) return null;
  await search.consider([domain], 'provider', 'provider');
  const confirmed = decided(input, search);
  const isNamed = confirmed?.row.domain === domain || confirmed?.row.source === 'provider';
  if (confirmed && isNamed) return confirmed;
  if ((answer.confidence ?? 0) < PROVIDER_CONFIDENCE) return null;
  if (!search.maybeCompany(domain) || search.isOthers(domain)) return null;
  const choice = { domain, confidence: Math.round(answer.confidence ?? 0), source: 'provider' as const };
  return hit(foundRow(input, choice, search));
}

/** Entries of the wanted country, if there are any; else those of no other country; else all. */
function narrowed<Entry extends { country: string | null }>(
  entries: readonly Entry[],
  country: string | null,
): readonly Entry[] {
  if (country === null) return entries;
  const same = entries.filter((entry) => entry.country === country);
  if (same.length > 0) return same;
  const neutral = entries.filter((entry) => entry.country === null);
  return neutral.length > 0 ? neutral : entries;
}

function decided(input: CompanyInput, search: NameSearch): Finding | null {
  const decision = decideDomain(search.rated());
  if (!decision.found) return null;
  const { domain, score, source } = decision.best;
  return hit(foundRow(input, { domain, confidence: score, source }, search));
}

function hit(row: CompanyRow): Finding {
  return { row, found: true, failed: false, billable: true };
}

function notFound(input: CompanyInput, search: NameSearch): Finding {
  const decision = decideDomain(search.rated());
  const { row, failed } = notFoundRow(input, decision.found ? 'unproven' : decision.why, search);
  return { row, found: false, failed, billable: false };
}

async function withLogo(
  finding: Finding,
  { logo, sites }: FinderParts,
  search: NameSearch,
  signal: AbortSignal,
): Promise<Finding | null> {
  const { domain, source } = finding.row;
  if (logo === null || domain === null) return finding;
  let site = search.ratedSite(domain);
  // The operator's table is trusted without a visit.
  if (site === null && source === 'operator') {
    const read = await sites.read(domain, signal);
    if (read.kind === 'page' && read.domain === domain) site = read;
  }
  const url = site && (await findLogo(logo, { ...site, domain }, signal));
  if (signal.aborted) return null;
  return { ...finding, row: { ...finding.row, logo: url } };
}
