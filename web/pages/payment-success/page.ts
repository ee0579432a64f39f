import type { Page } from '../page.ts';

export const paymentSuccess: Page = {
  folder: 'pages/payment-success',
  path: '/payment-success',
  title: 'Activation code',
  access: 'public',
};
