import type { Page } from '../page.ts';

export const login: Page = {
  folder: 'pages/login',
  path: '/login',
  title: 'Log in',
  access: 'public',
  visitorScript: 'login',
};
