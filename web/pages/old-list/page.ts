import type { Page } from '../page.ts';

/** The address that a list had before. */
export const oldList: Page = {
  folder: 'pages/old-list',
  path: '/dashboard/lists/:id',
  title: 'List',
  access: 'signed-in',
  opensAnother: true,
  screens: [],
};
