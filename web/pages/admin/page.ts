import type { Page } from '../page.ts';

export const admin: Page = {
  folder: 'pages/admin',
  path: '/admin',
  title: 'Admin',
  description:
    'See the state of the server, find users, upgrade accounts, sync payments and review key usage.',
  access: 'admin',
};
