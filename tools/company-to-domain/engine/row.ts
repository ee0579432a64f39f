import { cutText } from '#contract/cut-text.ts';
import {
  type CompanyInput,
  type CompanyRow,
  type DomainEvidence,
  type DomainSource,
  emptyCompanyRow,
  type RunnerUp,
} from '../definition.ts';
import { COMPANY_MESSAGES } from '../messages.ts';
import type { RatedSite, SearchedSites } from './searched-sites.ts';

interface Choice {
  domain: string;
  confidence: number;
  source: DomainSource;
}

const MAX_RUNNERS_UP = 8;
const MAX_EVIDENCE = 12;
const MAX_TEXT_CHARS = 200;

/** The step that decided, for people. */
const STEPS: Readonly<Record<DomainSource, string>> = {
  given: 'The line is an address',
  operator: "The operator's table of companies lists this domain",
  leads: 'The lead databases name this domain',
  preset: 'Imported data lists this domain, and its website names the company',
  index: 'The index of companies lists this domain, and its website names the company',
  website: 'The website names the company',
  provider: 'The data provider names this domain',
};

const PLACES: Readonly<Record<string, string>> = {
  'json-ld': 'structured data',
  'site-name': 'site name',
  title: 'title',
  copyright: 'copyright line',
  imprint: 'imprint',
  logo: 'logo',
  heading: 'heading',
  text: 'text',
};

/** A row with a domain. `reason` replaces the usual sentence. */
export function foundRow(
  input: CompanyInput,
  choice: Choice,
  search: SearchedSites,
  reason?: string,
): CompanyRow {
  const site = search.rated().find(({ domain }) => domain === choice.domain);
  const places = (site?.evidence ?? []).flatMap(({ source, supports }) =>
    supports ? (PLACES[source] ?? []) : [],
  );
  const stated =
    places.length > 0 ? `${STEPS[choice.source]} (${[...new Set(places)].join(', ')})` : STEPS[choice.source];
  return {
    ...emptyCompanyRow(input, '', reason ?? stated),
    ...choice,
    error: null,
    evidence: [
      ...(site
        ? []
        : [{ source: choice.source, text: reason ?? STEPS[choice.source], supports: true, page: null }]),
      ...rowEvidence(site),
    ].slice(0, MAX_EVIDENCE),
    runners_up: runnersUp(search, choice.domain),
  };
}

/**
 * A row without a domain, and whether it is our failure: nothing could be looked up or read. `unproven`: a page states the name, and nothing says
 * that it isn't a namesake's.
 */
export function notFoundRow(
  input: CompanyInput,
  why: 'none' | 'weak' | 'ambiguous' | 'unproven',
  search: SearchedSites,
): { row: CompanyRow; failed: boolean } {
  const rated = search.rated();
  const unread = search.unrated().filter((site) => site.unread);
  const { undecided } = search.counts();
  const read = rated.length > 0;
  const later = unread.find(({ temporary }) => temporary);
  const isUnsure = undecided > 0 || later !== undefined;
  const failed = !read && isUnsure;
  const best = [...rated].sort((a, b) => b.score - a.score);
  const row = emptyCompanyRow(
    input,
    failed ? COMPANY_MESSAGES.rowFailed : COMPANY_MESSAGES.notFound,
    explain(),
  );
  row.runners_up = runnersUp(search, null);
  row.evidence = rowEvidence(best[0]);
  return { row, failed };

  function explain(): string {
    const first = later ?? unread[0];
    if (!read && undecided > 0 && !later) return "We couldn't look up domains. Try again later";
    if (!read && first) return `${first.domain}: ${first.reason}`;
    if (why === 'ambiguous')
      return `${best[0]?.domain} and ${best[1]?.domain} fit equally well, and a wrong domain is worse than none`;
    if (why === 'unproven')
      return `${best[0]?.domain} may be of another company of this name. A country, a city or a legal form in your list helps`;
    if (why === 'weak')
      return `${best[0]?.domain} is the closest website, but it doesn't name the company clearly`;
    if (read && isUnsure)
      return "The websites we looked at belong to others. Some couldn't be reached. Try again later";
    if (read) return 'The websites we looked at belong to others';
    return 'None of the domains we tried has a website';
  }
}

function rowEvidence(site: RatedSite | undefined): DomainEvidence[] {
  return (site?.evidence ?? []).map(({ source, text, supports }) => ({
    source,
    text: cutText(text, MAX_TEXT_CHARS),
    supports,
    page: site?.url ?? null,
  }));
}

function runnersUp(search: SearchedSites, chosen: string | null): RunnerUp[] {
  const rated = [...search.rated()]
    .filter(({ domain }) => domain !== chosen)
    .sort((a, b) => b.score - a.score)
    .map(({ domain, score, evidence, problem }): RunnerUp => {
      const against = evidence.find(({ supports }) => !supports)?.text;
      const support = evidence.find(({ source, supports }) => supports && source in PLACES);
      const reason =
        problem ?? against ?? (support ? `Its ${PLACES[support.source]} says ${support.text}` : null);
      return {
        domain,
        confidence: score,
        reason: cutText(reason ?? "The website doesn't name the company", MAX_TEXT_CHARS),
      };
    });
  const unrated = search
    .unrated()
    .filter(({ domain, source, unread }) => domain !== chosen && (unread || source !== 'website'))
    .map(
      ({ domain, reason }): RunnerUp => ({ domain, confidence: 0, reason: cutText(reason, MAX_TEXT_CHARS) }),
    );
  return [...rated, ...unrated].slice(0, MAX_RUNNERS_UP);
}
