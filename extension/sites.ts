import { COLLECT_SITES, type CollectLimits, type CollectSite } from '#contract/collect-sites.ts';
import * as definitions from './index/definitions.ts';
import type { Site } from './site.ts';

const BY_ID: ReadonlyMap<CollectSite, Site> = new Map(
  Object.values<Site>(definitions).map((site) => [site.id, site]),
);

/** The site with this ID. */
export function findSite(id: CollectSite): Site {
  const site = BY_ID.get(id);
  if (!site) throw new Error(`extension/index/definitions.ts has no site ${id}.`);
  return site;
}

/** Every site, in the order of the contract. */
export const SITES: readonly Site[] = COLLECT_SITES.map(findSite);

/** The name of a site in lists and settings. */
export function siteName(id: CollectSite): string {
  const { name, fullName = name } = findSite(id);
  return fullName;
}

const ALL: CollectLimits = { rows: null, csv: true, fields: 'all' };

/**
 * What a plan gives with one extension; null if it doesn't include the extension (spec accounts §6, lead tools
 * §6). Someone without an account has the free plan.
 */
export function collectLimits(plan: 'free' | 'premium' | 'unlimited', id: CollectSite): CollectLimits | null {
  const site = findSite(id);
  return plan === 'unlimited' || plan === site.plan ? ALL : site.free;
}
