import {
  BookOpen,
  Braces,
  CreditCard,
  Database,
  History,
  LayoutDashboard,
  List,
  type LucideIcon,
  Receipt,
  Settings,
  UsersRound,
} from 'lucide-react';
import type { NavPlace } from '#tools/definition.ts';
import { SITE_ROUTES } from '../../site-pages.ts';
import { TOOL_PAGES } from '../../tool-pages.ts';

/** A sidebar link. */
export interface Place {
  path: string;
  label: string;
  icon: LucideIcon;
}

type ListedPlace = Place & { nav: NavPlace };

export const HOME: Place = { path: '/dashboard', label: 'Dashboard', icon: LayoutDashboard };

/** The links that belong to no tool and no extension. */
const OTHER_PLACES: readonly ListedPlace[] = [
  place('Find', 70, '/dashboard/database-export', 'Database Export', Database),
  place('Find', 80, '/dashboard/lists', 'Lists', List),
  place('Scrapers', 110, '/dashboard/linkedin-scraping', 'LinkedIn Scraping', UsersRound),
  place('Account', 210, '/dashboard/how-to-use', 'How To Use', BookOpen),
  place('Account', 220, '/dashboard/task-history', 'Task History', History),
  place('Account', 230, '/dashboard/usage', 'Usage and Billing', Receipt),
  place('Account', 235, '/dashboard/api', 'API', Braces),
  place('Account', 240, '/dashboard/settings', 'Settings', Settings),
  place('Account', 250, '/pricing', 'Pricing', CreditCard),
];

const PLACES: readonly ListedPlace[] = [
  ...OTHER_PLACES,
  ...SITE_ROUTES.map(({ path, order, title, icon }) => place('Scrapers', order, path, title, icon)),
  ...TOOL_PAGES.map(({ tool: { path, label, nav }, icon }) => ({ path, label, icon, nav })),
].sort((a, b) => a.nav.order - b.nav.order);

/** All sidebar links, grouped (spec accounts §2, Dashboard shell). */
export const PLACE_GROUPS: readonly { label: string; places: readonly Place[] }[] = (
  ['Find', 'Scrapers', 'Account'] as const
).map((label) => ({ label, places: PLACES.filter(({ nav }) => nav.group === label) }));

function place(
  group: NavPlace['group'],
  order: number,
  path: string,
  label: string,
  icon: LucideIcon,
): ListedPlace {
  return { path, label, icon, nav: { group, order } };
}
