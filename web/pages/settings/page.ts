import type { Page } from '../page.ts';

export const settings: Page = {
  folder: 'pages/settings',
  path: '/dashboard/settings',
  title: 'Settings',
  description: 'Manage your profile, login and data.',
  access: 'signed-in',
  icon: 'Settings',
  nav: { group: 'Account', order: 240 },
  words: 'profile email password sessions theme account',
  shortcut: 's',
};
