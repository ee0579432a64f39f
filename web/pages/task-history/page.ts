import type { Page } from '../page.ts';

export const taskHistory: Page = {
  folder: 'pages/task-history',
  path: '/dashboard/task-history',
  title: 'Task History',
  description: 'All your tasks and their results. Running tasks continue after you close this page.',
  access: 'signed-in',
  icon: 'History',
  nav: { group: 'Account', order: 220 },
  shortcut: 't',
};
