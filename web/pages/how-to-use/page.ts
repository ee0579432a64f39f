import type { Page } from '../page.ts';

export const howToUse: Page = {
  folder: 'pages/how-to-use',
  path: '/how-to-use',
  title: 'How To Use',
  description:
    'Five steps to your first list, and a guide for each tool: what it does, what it costs, what the results mean, and a sample to try.',
  access: 'public',
  visitorScript: 'guides',
  prerendered: true,
};
