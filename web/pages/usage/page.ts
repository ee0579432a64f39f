import type { Page } from '../page.ts';

export const usage: Page = {
  folder: 'pages/usage',
  path: '/dashboard/usage',
  title: 'Usage and Billing',
  description: 'Your plan, your balance and your credit history.',
  access: 'signed-in',
  icon: 'Receipt',
  nav: { group: 'Account', order: 230 },
  words: 'credits invoices payments subscription',
  shortcut: 'u',
};
