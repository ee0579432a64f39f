import { SITE_PATHS } from '#contract/collect-sites.ts';
import { GUIDE_SLUGS } from '#contract/pages.ts';
import { TOOLS } from '#tools/tools.ts';

/** A page to take pictures of. */
export interface Screen {
  /** the name of its files in docs/screens */
  name: string;
  path: string;
  /** whether the demo user is signed in */
  signedIn: boolean;
  /** Opens the newest task of this type that has this status. */
  task?: { type: string; status: string };
  /** The picture of a help page, as a path in the repository. */
  picture?: string;
}

/** How a page is shown. */
export interface Variant {
  name: string;
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
}

const LIGHT: Variant = { name: 'light', width: 1440, height: 900, colorScheme: 'light' };

export const VARIANTS: readonly Variant[] = [
  LIGHT,
  { name: 'dark', width: 1440, height: 900, colorScheme: 'dark' },
  { name: 'narrow', width: 360, height: 780, colorScheme: 'light' },
];

/** The size of the pictures of help pages (web/kit/guide.ts), taken at the size they are shown in. */
export const PICTURE: Variant = { ...LIGHT, width: 1200, height: 750 };

const visitor = (name: string, path: string): Screen => ({ name, path, signedIn: false });
const user = (name: string, path: string, more: Partial<Screen> = {}): Screen => ({
  name,
  path,
  signedIn: true,
  ...more,
});

const PICTURES: Readonly<Record<string, Pick<Screen, 'task' | 'picture'> & { query?: string }>> = {
  'website-extraction': {
    task: { type: 'website-extraction', status: 'completed' },
    picture: 'tools/website-extraction/web/guide-picture.webp',
  },
  'verified-email-finder': {
    task: { type: 'csv-extraction', status: 'completed' },
    picture: 'tools/email-finder/web/guide-picture.webp',
  },
  'company-to-domain': {
    task: { type: 'company-to-domain', status: 'completed' },
    picture: 'tools/company-to-domain/web/guide-picture.webp',
  },
  'apollo-scraper': { query: '?sample=1', picture: 'tools/people-scraper/web/guide-picture.webp' },
};

/** A tool's page as it opens and, where the help shows it, with results. */
const TOOL_SCREENS = TOOLS.flatMap(({ path }) => {
  const name = path.replace('/dashboard/', '');
  const { query = '', ...shown } = PICTURES[name] ?? {};
  return [
    user(name, path),
    ...('picture' in shown ? [user(`${name}-results`, `${path}${query}`, shown)] : []),
  ];
});

export const SCREENS: readonly Screen[] = [
  visitor('landing', '/'),
  visitor('pricing', '/pricing'),
  visitor('login', '/login'),
  visitor('signup', '/signup'),
  visitor('forgot-password', '/forgot-password'),
  visitor('reset-password', '/reset-password'),
  visitor('confirm-email', '/confirm-email'),
  visitor('how-to-use', '/how-to-use'),
  visitor('how-to-use-guide', `/how-to-use/${GUIDE_SLUGS[0]}`),
  visitor('privacy', '/privacy'),
  visitor('terms', '/terms'),
  visitor('data-request', '/data-request'),
  visitor('payment-success', '/payment-success'),
  visitor('admin', '/admin'),
  visitor('not-found', '/no-such-page'),
  user('dashboard', '/dashboard'),
  ...TOOL_SCREENS,
  user('database-export', '/dashboard/database-export'),
  user('database-export-results', '/dashboard/database-export?tab=apollo&title=manager&email=1', {
    picture: 'web/kit/guides/database-export.webp',
  }),
  ...[...new Set(Object.values(SITE_PATHS))].map((path) => user(path.replace('/dashboard/', ''), path)),
  user('lists', '/dashboard/lists'),
  user('task-history', '/dashboard/task-history'),
  user('dashboard-how-to-use', '/dashboard/how-to-use'),
  ...GUIDE_SLUGS.map((slug) => user(`guide-${slug}`, `/dashboard/how-to-use/${slug}`)),
  user('tutorials', '/dashboard/lead-generation-tutorials'),
  user('usage', '/dashboard/usage'),
  user('api', '/dashboard/api'),
  user('settings', '/dashboard/settings'),
  user('dashboard-pricing', '/pricing'),
];
