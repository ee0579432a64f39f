import type { Page } from '../page.ts';

export const dashboardHowToUse: Page = {
  folder: 'pages/dashboard-how-to-use',
  path: '/dashboard/how-to-use',
  title: 'How To Use',
  description: 'From a list of websites, companies or people to contacts you can reach.',
  access: 'signed-in',
  icon: 'BookOpen',
  nav: { group: 'Account', order: 210 },
  words: 'help guides',
  shortcut: 'h',
};
