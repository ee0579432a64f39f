import type { Page } from '../page.ts';

export const privacy: Page = {
  folder: 'pages/privacy',
  path: '/privacy',
  title: 'Privacy',
  description: 'What this site stores about you, why, and how to get rid of it.',
  access: 'public',
  visitorScript: 'legal',
  prerendered: true,
};
