import type { Page } from '../page.ts';

export const list: Page = {
  folder: 'pages/list',
  path: '/dashboard/lists/:id',
  title: 'List',
  access: 'signed-in',
  // It needs a list.
  screens: [],
};
