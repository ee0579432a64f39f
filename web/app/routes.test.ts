import type { RouteObject } from 'react-router';
import { expect, it } from 'vitest';
import { PAGES } from '../pages/all-pages.ts';
import { routes } from './routes.tsx';
import { visitorRoutes } from './visitor-routes.tsx';

/** The paths of all pages of a route, without the ones for missing pages. */
function listPaths({ path, children }: RouteObject): (string | undefined)[] {
  if (children) return children.flatMap(listPaths);
  return path === '*' ? [] : [path];
}

const paths = (pages: typeof PAGES) => pages.map(({ path }) => path).sort();

it('has one route for each page, and no other', () => {
  expect(visitorRoutes(routes).flatMap(listPaths).sort()).toEqual(paths(PAGES));
});

it('gives visitors the routes of their pages only', () => {
  const visitorPages = PAGES.filter(({ visitorScript }) => visitorScript);
  expect(visitorRoutes().flatMap(listPaths).sort()).toEqual(paths(visitorPages));
  for (const { access } of visitorPages) expect(access).toBe('public');
});
