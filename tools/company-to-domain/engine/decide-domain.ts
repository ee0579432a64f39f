/** A domain that was looked at, with its score. */
export interface RatedDomain {
  domain: string;
  /** 0 to 100 */
  score: number;
  /** the page states the company's whole name, and nothing speaks against it */
  clear: boolean;
  /** other sites that its page links to */
  linkedHosts: readonly string[];
  /** the wanted company may be another one of the same data, whose page is silent */
  isRivaled: boolean;
}

type Decision<Rated extends RatedDomain> =
  | { found: true; best: Rated }
  /**
   * `weak`: no page states the name well enough. `ambiguous`: two sites fit equally well. `unproven`: the best one may be
   * of a namesake.
   */
  | { found: false; why: 'none' | 'weak' | 'ambiguous' | 'unproven' };

/** The least score of a found domain. Tuned on half of the measured names. */
export const THRESHOLD = 60;
/** How far the best domain must be ahead of another that may be the company's. */
const MARGIN = 12;
/** The same for a site that states the same name: its company may be the wanted one. */
const NAMESAKE_MARGIN = 30;
const NAMESAKE_MIN = 45;
/** With this score, more candidates are not needed. */
export const CERTAIN = 88;

/** Chooses a domain. A wrong one is worse than none, so weak and ambiguous results find nothing. */
export function decideDomain<Rated extends RatedDomain>(rated: readonly Rated[]): Decision<Rated> {
  const sorted = [...rated].sort((a, b) => b.score - a.score);
  const [best] = sorted;
  if (!best || best.score === 0) return { found: false, why: 'none' };
  if (best.score < THRESHOLD) return { found: false, why: 'weak' };
  const rival = sorted.find(
    (otherSite) =>
      otherSite !== best &&
      (otherSite.clear && otherSite.score >= NAMESAKE_MIN
        ? best.score - otherSite.score < NAMESAKE_MARGIN
        : otherSite.score >= THRESHOLD && best.score - otherSite.score < MARGIN) &&
      !belongTogether(best, otherSite),
  );
  if (rival) return { found: false, why: 'ambiguous' };
  return best.isRivaled ? { found: false, why: 'unproven' } : { found: true, best };
}

/** Sites of one company link to each other: acme.com and acme.de. */
function belongTogether(site: RatedDomain, otherSite: RatedDomain): boolean {
  const links = (from: RatedDomain, to: RatedDomain) =>
    from.linkedHosts.some((host) => host === to.domain || host.endsWith(`.${to.domain}`));
  return links(site, otherSite) || links(otherSite, site);
}
