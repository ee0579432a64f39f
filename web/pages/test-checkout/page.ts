import type { Page } from '../page.ts';

export const testCheckout: Page = {
  folder: 'pages/test-checkout',
  path: '/test-checkout',
  title: 'Test checkout',
  access: 'signed-in',
  // It needs an order.
  screens: [],
};
