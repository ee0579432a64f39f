import type { Page } from '../page.ts';
import { GUIDE_SLUGS } from '../visitor-facts.ts';

/** The page of each guide in the dashboard. Its title and description are the guide's. */
export const dashboardGuides: readonly Page[] = GUIDE_SLUGS.map((slug) => ({
  folder: 'pages/dashboard-guide',
  path: `/dashboard/how-to-use/${slug}`,
  title: 'How To Use',
  access: 'signed-in',
  screens: [{ name: `guide-${slug}` }],
}));
