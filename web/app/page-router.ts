import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { DATA_ROOT, visitorRoutes } from './visitor-routes.tsx';

/**
 * The router of the page, and whether everything that the page needs is loaded. Loads the routes of the other pages when
 * the first of them is opened.
 */
export async function createPageRouter() {
  const routes = await routesFor(location.pathname);
  const loaded = await loadPage(routes);
  let complete = routes !== VISITOR_ROUTES;
  const router = createBrowserRouter(routes, {
    async patchRoutesOnNavigation({ patch }) {
      if (complete) return;
      const others = await import('./routes.tsx');
      if (complete) return;
      complete = true;
      patch(DATA_ROOT, others.routes);
    },
  });
  return { router, loaded };
}

const VISITOR_ROUTES = visitorRoutes();

async function routesFor(path: string): Promise<RouteObject[]> {
  if (matchRoutes(VISITOR_ROUTES, path)) return VISITOR_ROUTES;
  const { routes } = await import('./routes.tsx');
  return visitorRoutes(routes);
}

/** Loads the page's own parts, so that its first render is complete. Returns whether all could be loaded. */
async function loadPage(routes: RouteObject[]): Promise<boolean> {
  const loads = (matchRoutes(routes, location) ?? []).map(async ({ route }) => {
    if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined });
  });
  // The router tries the others again, and shows the error.
  return (await Promise.allSettled(loads)).every(({ status }) => status === 'fulfilled');
}
