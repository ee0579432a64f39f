import type { Page } from '../page.ts';

/** The address that the page with all lists had before. */
export const lists: Page = {
  folder: 'pages/lists',
  path: '/dashboard/lists',
  title: 'Lists',
  access: 'signed-in',
  opensAnother: true,
  screens: [],
};
