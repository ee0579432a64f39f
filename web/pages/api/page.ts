import type { Page } from '../page.ts';

export const api: Page = {
  folder: 'pages/api',
  path: '/dashboard/api',
  title: 'API',
  description: 'Run the tools, read results and export leads from your own programs.',
  access: 'signed-in',
  icon: 'Braces',
  nav: { group: 'Account', order: 235 },
};
