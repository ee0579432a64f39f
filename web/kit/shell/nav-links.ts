import type { LucideIcon } from 'lucide-react';
import type { NavPosition } from '#tools/tool.ts';
import { PAGES } from '../../pages/all-pages.ts';
import { pageIcon } from '../page-icon.ts';

/** A link to a page in the sidebar or the command palette. */
export interface NavLink {
  path: string;
  label: string;
  icon: LucideIcon;
  /** its group in the sidebar */
  group?: NavPosition['group'] | undefined;
  /** what else people may type for it in the command palette */
  words: string;
}

/** Every page that has a link, as in the sidebar. */
export const NAV_LINKS: readonly NavLink[] = PAGES.flatMap(({ path, title, label = title, ...page }) =>
  page.icon
    ? { path, label, icon: pageIcon(page.icon), group: page.nav?.group, words: page.words ?? '' }
    : [],
);

/** The link above all groups. */
export const HOME: NavLink = NAV_LINKS[0]!;

/** The links of the sidebar, grouped (spec accounts §2, Dashboard shell). */
export const NAV_GROUPS: readonly { label: string; links: readonly NavLink[] }[] = (
  ['Find', 'Scrapers', 'Account'] as const
).map((label) => ({ label, links: NAV_LINKS.filter(({ group }) => group === label) }));
