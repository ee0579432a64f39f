import type { Page } from '../page.ts';

export const schedules: Page = {
  folder: 'pages/schedules',
  path: '/dashboard/schedules',
  title: 'Schedules',
  description: 'Repeat runs, lead searches and extractions, and see what is new.',
  access: 'signed-in',
  icon: 'CalendarClock',
  nav: { group: 'Account', order: 236 },
  words: 'repeat daily weekly monthly cron automatic monitor',
};
