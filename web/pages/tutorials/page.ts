import type { Page } from '../page.ts';

export const tutorials: Page = {
  folder: 'pages/tutorials',
  path: '/dashboard/lead-generation-tutorials',
  title: 'Lead Generation Tutorials',
  description:
    'Jobs from start to finish. Follow along with your own list, or with the sample of each guide.',
  access: 'signed-in',
  // It has no link in the sidebar (spec accounts §2).
  icon: 'Video',
};
