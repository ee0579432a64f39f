import { type CollectSite, SITE_PATHS } from '#contract/collect-sites.ts';
import * as definitions from '#extension/index/definitions.ts';
import type { Site } from '#extension/site.ts';
import type { IconName, Page } from '../page.ts';

export interface ExtensionPage extends Page {
  site: CollectSite;
  description: string;
}

/** The pages with one extension each, from the definitions of the sites. LinkedIn has three on one page. */
export const extensionPages: readonly ExtensionPage[] = Object.values<Site<string, IconName>>(
  definitions,
).flatMap(({ id, page }) => {
  if (!page) return [];
  const { title, help, icon, order } = page;
  return {
    site: id,
    folder: 'pages/extension',
    path: SITE_PATHS[id],
    title,
    description: help,
    access: 'signed-in',
    icon,
    nav: { group: 'Scrapers', order },
    screens: [{ name: SITE_PATHS[id].replace('/dashboard/', '') }],
  };
});
