import type { Page } from '../page.ts';

export const connect: Page = {
  folder: 'pages/connect',
  path: '/connect',
  title: 'Connect an assistant',
  access: 'signed-in',
  // An assistant opens it, with what it asks for.
  screens: [],
};
