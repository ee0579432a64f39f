import type { Page } from '../page.ts';

export const lists: Page = {
  folder: 'pages/lists',
  path: '/dashboard/lists',
  title: 'Lists',
  description: 'Rows from your extensions and results you saved, to download or use in a tool.',
  access: 'signed-in',
  icon: 'List',
  nav: { group: 'Find', order: 80 },
  shortcut: 'l',
};
