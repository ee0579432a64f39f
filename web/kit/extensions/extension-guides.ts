import type { CollectSite } from '#contract/collect-sites.ts';
import * as guides from '#extension/index/guides.ts';
import type { SiteGuide } from '#extension/site.ts';
import { toolFor } from '#tools/index/tools.ts';

const BY_SITE: ReadonlyMap<CollectSite, SiteGuide> = new Map(
  Object.values<SiteGuide>(guides).map((guide) => [guide.site.id, guide]),
);

/** What the page of an extension says about it. */
export function findGuide(site: CollectSite): SiteGuide {
  const guide = BY_SITE.get(site);
  if (!guide) throw new Error(`extension/index/guides.ts has no guide of ${site}.`);
  return { ...guide, about: guide.about.replaceAll('{websites}', toolFor('websites').label) };
}
