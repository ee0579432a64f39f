import type { Page } from '../page.ts';

export const dataRequest: Page = {
  folder: 'pages/data-request',
  path: '/data-request',
  title: 'Data request',
  description: 'Find out what this site has about you, correct it, or have it deleted.',
  access: 'public',
  visitorScript: 'legal',
  prerendered: true,
};
