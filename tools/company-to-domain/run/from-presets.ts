import { cutText } from '#contract/cut-text.ts';
import type { CompanyName } from '#engines/company-domain/company-name.ts';
import type { CompanyInput, CompanyRow } from '../definition.ts';
import { decideDomain } from '../engine/decide-domain.ts';
import { labelMatch } from '../engine/match-names.ts';
import { type PresetDomain, type PresetKnowledge, presetCredit } from '../engine/preset-companies.ts';
import { foundRow } from '../engine/row.ts';
import type { NameSearch } from './name-search.ts';

/** A domain that only a data set names, at the place of the list. */
const UNCONFIRMED_CONFIDENCE = 75;
const RUNNERS_UP_MAX = 8;
const REASON_MAX_CHARS = 300;
const EVIDENCE_MAX = 12;

/**
 * The row of a domain that imported data sets name, and that its homepage confirms. A silent homepage is enough if the
 * company is at the place of the list and the domain is made of its name. null if there is none.
 */
export async function rowFromPresets(
  input: CompanyInput,
  name: CompanyName,
  { domains }: PresetKnowledge,
  search: NameSearch,
): Promise<CompanyRow | null> {
  if (domains.length === 0) return null;
  await search.consider(
    domains.map(({ domain }) => domain),
    'preset',
    'preset',
  );
  const decision = decideDomain(search.rated());
  if (decision.found) {
    const { domain, score, source } = decision.best;
    // A silent website of a namesake in the same place may be the wanted one.
    const rival = domains.find(
      (other) =>
        other.domain !== domain && search.maybeCompany(other.domain) && search.score(other.domain) === 0,
    );
    if (rival && source === 'preset') {
      if (!isMadeOf(name, domain)) search.setRivaled(domain, rival.domain);
      return null;
    }
    return credited(foundRow(input, { domain, confidence: score, source }, search), domains);
  }
  const [only, ...others] = domains;
  if (!only || others.length > 0 || !only.isSure || !search.maybeCompany(only.domain)) return null;
  if (labelMatch(name, only.domain) === null) return null;
  const reason = 'The data you imported has this domain for a company of this name in the same place';
  const choice = { domain: only.domain, confidence: UNCONFIRMED_CONFIDENCE, source: 'preset' as const };
  return credited(foundRow(input, choice, search, reason), domains);
}

/** Whether a domain is so close to the name that it would be taken without the data. */
function isMadeOf(name: CompanyName, domain: string): boolean {
  const match = labelMatch(name, domain);
  return match === 'full' || match === 'affixed';
}

/** The row with where the domain is from. */
function credited(row: CompanyRow, domains: readonly PresetDomain[]): CompanyRow {
  const from = domains.find(({ domain }) => domain === row.domain) ?? domains[0];
  if (!from || row.source !== 'preset') return row;
  const credit = { source: 'preset', text: presetCredit(from.company), supports: true, page: null };
  return {
    ...row,
    evidence: [credit, ...row.evidence.filter(({ source }) => source !== 'preset')].slice(0, EVIDENCE_MAX),
  };
}

/** The finding with the domains of companies of the same name that may be elsewhere, for people to judge. */
export function withUnplaced<Found extends { row: CompanyRow }>(
  finding: Found,
  { unplaced }: PresetKnowledge,
): Found {
  const seen = new Set(finding.row.runners_up.map(({ domain }) => domain));
  const more = new Map(
    unplaced.flatMap((company) =>
      company.domain === null || seen.has(company.domain) ? [] : [[company.domain, company]],
    ),
  );
  const runnersUp = [...more].map(([domain, company]) => ({
    domain,
    confidence: 0,
    reason: cutText(
      `Imported data has a company of this name, but nothing says that it is this one. A country or city in your list helps. ${presetCredit(company)}`,
      REASON_MAX_CHARS,
    ),
  }));
  return {
    ...finding,
    row: { ...finding.row, runners_up: [...finding.row.runners_up, ...runnersUp].slice(0, RUNNERS_UP_MAX) },
  };
}
