import type { RouteObject } from 'react-router';
import { expect, it } from 'vitest';
import { DASHBOARD_PAGES, GUIDE_SLUGS, PUBLIC_PAGES } from '#contract/pages.ts';
import { TOOLS } from '#tools/tools.ts';
import { routes } from './routes.tsx';
import { publicRoutes } from './visitor-routes.tsx';

/** The paths of all pages of a route, without the ones for missing pages. */
function pagesOf({ path = '', index, children }: RouteObject, parent: string): string[] {
  const full = path.startsWith('/') ? path : `${parent}/${path}`.replace(/\/+/g, '/');
  if (children) return children.flatMap((child) => pagesOf(child, full));
  if (path === '*') return [];
  if (path.endsWith(':guide')) return GUIDE_SLUGS.map((slug) => full.replace(':guide', slug));
  return [index ? full.replace(/(.)\/$/, '$1') : full];
}

// e2e/pages.spec.ts opens each of them.
it('has a route for every page that the server serves, and no other', () => {
  const pages = [...PUBLIC_PAGES, ...DASHBOARD_PAGES, ...TOOLS.map(({ path }) => path)];
  expect(
    publicRoutes(routes)
      .flatMap((route) => pagesOf(route, '/'))
      .sort(),
  ).toEqual(pages.sort());
});
