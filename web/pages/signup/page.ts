import type { Page } from '../page.ts';

export const signup: Page = {
  folder: 'pages/signup',
  path: '/signup',
  title: 'Create your account',
  access: 'public',
  visitorScript: 'signup',
};
