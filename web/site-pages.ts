import type { LucideIcon } from 'lucide-react';
import * as pages from '#extension/index/pages.ts';
import type { Site } from '#extension/site.ts';

/** The page of one extension. */
export interface SitePage {
  site: Site;
  icon: LucideIcon;
  title: string;
  /** what the page is for, in one sentence */
  help: string;
  /** its place in the sidebar */
  order: number;
}

/** The pages with one extension each. LinkedIn has three on one page. */
export const SITE_PAGES: readonly SitePage[] = Object.values<SitePage>(pages);
