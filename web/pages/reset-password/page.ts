import type { Page } from '../page.ts';

export const resetPassword: Page = {
  folder: 'pages/reset-password',
  path: '/reset-password',
  title: 'Set a new password',
  description: "You'll be logged in here and logged out everywhere else.",
  access: 'public',
  visitorScript: 'signup',
};
