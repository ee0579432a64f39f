import type { Page } from '../page.ts';

export const dashboard: Page = {
  folder: 'pages/dashboard',
  path: '/dashboard',
  title: 'Dashboard',
  access: 'signed-in',
  icon: 'LayoutDashboard',
  words: 'home overview',
  shortcut: 'd',
};
