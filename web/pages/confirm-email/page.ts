import type { Page } from '../page.ts';

export const confirmEmail: Page = {
  folder: 'pages/confirm-email',
  path: '/confirm-email',
  title: 'Finish logging in',
  description: 'Click below to open your account.',
  access: 'public',
  visitorScript: 'signup',
};
