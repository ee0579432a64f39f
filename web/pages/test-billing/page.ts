import type { Page } from '../page.ts';

export const testBilling: Page = {
  folder: 'pages/test-billing',
  path: '/test-billing',
  title: 'Billing',
  access: 'signed-in',
  // It needs a subscription.
  screens: [],
};
