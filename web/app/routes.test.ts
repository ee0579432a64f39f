import { matchRoutes } from 'react-router';
import { expect, it } from 'vitest';
import { PAGES } from '../pages/all-pages.ts';
import { routes } from './routes.tsx';
import { visitorRoutes } from './visitor-routes.tsx';

/** The path of the route that shows an address; undefined if there is none. */
function routePath(address: string, all: typeof routes): string | undefined {
  return matchRoutes(all, address)?.at(-1)?.route.path;
}

it.each(PAGES)('has a route for $path', ({ path, access, visitorScript }) => {
  expect(routePath(path, visitorRoutes(routes))).toBe(path);
  // The first routes are only those of visitors.
  expect(routePath(path, visitorRoutes())).toBe(visitorScript ? path : undefined);
  if (visitorScript) expect(access).toBe('public');
});

it('shows what is missing, in the dashboard inside its frame', () => {
  expect(routePath('/no/such/page', visitorRoutes(routes))).toBe('*');
  expect(routePath('/dashboard/no-such-page', visitorRoutes(routes))).toBe('/dashboard/*');
});
