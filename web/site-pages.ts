import type { LucideIcon } from 'lucide-react';
import { type CollectSite, SITE_PATHS } from '#contract/collect-sites.ts';
import * as definitions from '#extension/index/definitions.ts';
import type { Site, SitePage } from '#extension/site.ts';
import * as icons from './page-icons.ts';

export interface SiteRoute extends Omit<SitePage, 'icon'> {
  site: CollectSite;
  path: string;
  icon: LucideIcon;
}

const ICONS: Readonly<Record<keyof typeof icons, LucideIcon>> = icons;

/** The pages with one extension each. LinkedIn has three on one page. */
export const SITE_ROUTES: readonly SiteRoute[] = Object.values<Site<string, keyof typeof icons>>(
  definitions,
).flatMap(({ id, page }) =>
  page ? [{ site: id, path: SITE_PATHS[id], ...page, icon: ICONS[page.icon] }] : [],
);
