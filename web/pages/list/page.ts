import { listsTool } from '#tools/index/tools.ts';
import type { Page } from '../page.ts';

export const list: Page = {
  folder: 'pages/list',
  path: `${listsTool().path}/:id`,
  title: 'List',
  access: 'signed-in',
  // It needs a list.
  screens: [],
};
