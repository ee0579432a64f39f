import type { CompanyName } from '#engines/company-domain/company-name.ts';
import { PAGE_KIND_REASONS } from '#engines/company-domain/page-kind.ts';
import type { Homepage } from '#engines/company-domain/read-homepage.ts';
import type { DomainSource } from '../definition.ts';
import { type PageContext, scoreHomepage } from '../engine/score-homepage.ts';
import type { RatedSite, SearchedSites, UnratedSite } from '../engine/searched-sites.ts';
import type { SiteReader } from './site-reader.ts';

/** What is known about one name so far. */
export interface NameSearch extends SearchedSites {
  /** Looks at the homepages of domains that weren't looked at before. */
  consider(domains: readonly string[], source: DomainSource, prior: PageContext['prior']): Promise<void>;
  /** The domains that exist and weren't looked at before, in order, at most `most`. Counts those that couldn't be looked up. */
  existing(domains: readonly string[], most: number): Promise<string[]>;
  bestScore(): number;
  /** 0 also for a domain whose homepage couldn't be read */
  score(domain: string): number;
  /** Whether the domain may be a company's: it exists, and its page isn't parked, or couldn't be read. */
  maybeCompany(domain: string): boolean;
  /** Whether the domain's page was read and speaks against this company, or names only another one. */
  isOthers(domain: string): boolean;
  ratedSite(domain: string): { url: string; page: Homepage } | null;
  /** No later step takes this site either: imported data has `other` for the name, too, and its page is silent. */
  setRivaled(domain: string, other: string): void;
}

export function createNameSearch(
  name: CompanyName,
  {
    country,
    cities,
    otherNames,
  }: { country: string | null; cities: readonly string[]; otherNames: readonly string[] },
  sites: SiteReader,
  signal: AbortSignal,
): NameSearch {
  const seen = new Set<string>();
  const rated = new Map<string, RatedSite>();
  const unrated: UnratedSite[] = [];
  let undecided = 0;

  async function look(domain: string, source: DomainSource, prior: PageContext['prior']): Promise<void> {
    const reading = await sites.read(domain, signal);
    if (reading.kind === 'missing') {
      unrated.push({
        domain,
        source,
        url: null,
        reason: reading.isFree ? 'The domain does not exist' : 'The domain has no website',
        temporary: false,
        unread: false,
      });
    } else if (reading.kind === 'elsewhere') {
      const { url, reason } = reading;
      unrated.push({ domain, source, url, reason, temporary: false, unread: false });
    } else if (reading.kind === 'unread') {
      const { url, reason, temporary } = reading;
      unrated.push({ domain, source, url, reason, temporary, unread: true });
    } else {
      const { page, url } = reading;
      const context: PageContext = { domain: reading.domain, country, prior, cities, otherNames };
      const { score, kind, clear, proven, isOthers, evidence } = scoreHomepage(name, page, context);
      const problem = kind === 'site' ? null : PAGE_KIND_REASONS[kind];
      if (reading.domain !== domain)
        evidence.unshift({
          source: 'page',
          text: `${domain} leads to ${reading.domain}`,
          supports: score > 0,
        });
      const before = rated.get(reading.domain);
      if (before && before.score >= score) return;
      const { linkedHosts } = page;
      rated.set(reading.domain, {
        domain: reading.domain,
        score,
        clear,
        proven,
        isOthers,
        linkedHosts,
        isRivaled: false,
        source,
        url,
        page,
        evidence,
        problem,
      });
    }
  }

  return {
    async consider(domains, source, prior) {
      const fresh = domains.filter((domain) => !seen.has(domain));
      for (const domain of fresh) seen.add(domain);
      await Promise.all(fresh.map((domain) => look(domain, source, prior)));
    },
    async existing(domains, most) {
      const fresh = domains.filter((domain) => !seen.has(domain));
      const registrations = await Promise.all(fresh.map((domain) => sites.registration(domain)));
      // Some DNS servers answer only for addresses.
      const isSilent = registrations.every((registration) => registration === 'undecided');
      const likely = isSilent
        ? fresh.slice(0, most)
        : fresh.filter((_, index) => registrations[index] === 'registered');
      const answers = await Promise.all(likely.map((domain) => sites.exists(domain)));
      const unanswered = isSilent ? answers : [...registrations.slice(0, most), ...answers];
      undecided += unanswered.filter((answer) => answer === 'undecided').length;
      return likely.filter((_, index) => answers[index] === 'yes').slice(0, most);
    },
    rated: () => [...rated.values()],
    unrated: () => unrated,
    bestScore: () => Math.max(0, ...[...rated.values()].map(({ score }) => score)),
    score: (domain) => rated.get(domain)?.score ?? 0,
    maybeCompany(domain) {
      const site = rated.get(domain);
      if (site) return site.problem === null;
      return unrated.some((candidate) => candidate.domain === domain && candidate.unread);
    },
    isOthers: (domain) => rated.get(domain)?.isOthers ?? false,
    ratedSite(domain) {
      const site = rated.get(domain);
      return site ? { url: site.url, page: site.page } : null;
    },
    setRivaled(domain, other) {
      const site = rated.get(domain);
      if (!site) return;
      const text = `Imported data also has ${other} for a company of this name there`;
      const evidence = [...site.evidence, { source: 'preset' as const, text, supports: false }];
      rated.set(domain, { ...site, isRivaled: true, evidence });
    },
    counts: () => ({ undecided }),
  };
}
