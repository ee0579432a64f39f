import type { CompanyName } from '#engines/company-domain/company-name.ts';
import type { CompanyInput, CompanyRow } from '../definition.ts';
import { candidateDomains, candidateKind, type NameContext } from '../engine/candidates.ts';
import { CERTAIN, decideDomain } from '../engine/decide-domain.ts';
import type { LearnedOrder } from '../engine/learn-order.ts';
import type { PresetKnowledge } from '../engine/preset-companies.ts';
import { foundRow } from '../engine/row.ts';
import type { RatedSite } from '../engine/searched-sites.ts';
import type { NameSearch } from './name-search.ts';

/** The most homepages that are read of domains made from a name. */
const MAX_PAGES = 8;
/** The first candidates, which a homepage with the name is enough for. */
const LIKELY = 3;
/** Homepages read at once. */
const WAVE = 3;

/** What is known about a name before domains are made from it. */
interface CandidateParts {
  name: CompanyName;
  context: NameContext;
  imported: PresetKnowledge;
  order: LearnedOrder | null;
}

/**
 * The row of a domain made from the name; null if there is none. All candidates are looked up in DNS, and those that exist are read in their
 * order. A less likely domain needs more than a name of one word, which others may have, too.
 */
export async function rowFromCandidates(
  input: CompanyInput,
  { name, context, imported, order }: CandidateParts,
  search: NameSearch,
  signal: AbortSignal,
): Promise<CompanyRow | null> {
  const domains = candidateDomains(name, context, order).map(({ domain }) => domain);
  const first = new Set(domains.slice(0, LIKELY));
  // Imported data has these for a company of this name that may be elsewhere.
  const doubtful = new Set(imported.unplaced.map(({ domain }) => domain));
  const existing = await search.existing(
    domains.filter((domain) => first.has(domain) || !doubtful.has(domain)),
    MAX_PAGES,
  );
  const likely = existing.filter((domain) => first.has(domain));
  await readInWaves(likely, search, signal);
  const early = decideDomain(search.rated());
  if (early.found) return rowOf(early.best);
  // More sites can't tell apart two that fit.
  if (early.why === 'ambiguous') return null;
  await readInWaves(
    existing.filter((domain) => !first.has(domain)),
    search,
    signal,
  );
  const late = decideDomain(search.rated());
  if (!late.found) return null;
  const isEnough =
    late.best.proven ||
    first.has(late.best.domain) ||
    (candidateKind(name, context) === 'start-up' && isAlone(search));
  return isEnough ? rowOf(late.best) : null;

  function rowOf({ domain, score, source }: RatedSite): CompanyRow {
    return foundRow(input, { domain, confidence: score, source }, search);
  }
}

async function readInWaves(
  domains: readonly string[],
  search: NameSearch,
  signal: AbortSignal,
): Promise<void> {
  for (let index = 0; index < domains.length && !signal.aborted; index += WAVE) {
    await search.consider(domains.slice(index, index + WAVE), 'website', null);
    if (search.bestScore() >= CERTAIN) return;
  }
}

/** Whether no other domain of the name has a website: a start-up then took the one with "get" because .com is for sale. */
function isAlone(search: NameSearch): boolean {
  const sites = search.rated().filter(({ problem }) => problem === null);
  return sites.length === 1 && !search.unrated().some(({ unread }) => unread);
}
