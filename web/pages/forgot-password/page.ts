import type { Page } from '../page.ts';

export const forgotPassword: Page = {
  folder: 'pages/forgot-password',
  path: '/forgot-password',
  title: 'Forgot your password?',
  description: "We'll email you a link to set a new one.",
  access: 'public',
  visitorScript: 'signup',
};
