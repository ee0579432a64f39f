import { expect, it } from 'vitest';
import { DASHBOARD_PAGES, GUIDE_SLUGS, PUBLIC_PAGES } from '#contract/pages.ts';
import { TOOLS } from '#tools/tools.ts';
import { SCREENS } from './screen-list.ts';

/** Pages that only lead on, or need an order or a list of their own. */
const LEFT_OUT = [
  '/login/google',
  '/login/microsoft',
  '/test-checkout',
  '/test-billing',
  '/dashboard/lists/:id',
  // The public pages of all guides look the same, so there is a picture of one.
  ...GUIDE_SLUGS.slice(1).map((slug) => `/how-to-use/${slug}`),
];

it('every page has pictures', () => {
  const shown = new Set(SCREENS.map(({ path }) => path));
  const pages = [...PUBLIC_PAGES, ...DASHBOARD_PAGES, ...TOOLS.map(({ path }) => path)];
  expect(pages.filter((path) => !shown.has(path) && !LEFT_OUT.includes(path))).toEqual([]);
});
