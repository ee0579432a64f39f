import type { Page } from '../page.ts';

export const terms: Page = {
  folder: 'pages/terms',
  path: '/terms',
  title: 'Terms',
  description: 'What you get, what it costs, and what we expect of you.',
  access: 'public',
  visitorScript: 'legal',
  prerendered: true,
};
