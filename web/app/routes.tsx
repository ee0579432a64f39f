import { type ComponentType, lazy, Suspense } from 'react';
import { Navigate, Outlet, type RouteObject, useLocation, useMatches, useNavigationType } from 'react-router';
import { loginState } from '../lib/origin.ts';
import { useSession } from '../lib/session.tsx';
import { PAGES } from '../pages/all-pages.ts';
import type { Page } from '../pages/page.ts';
import { PageLoading } from '../ui/page-loading.tsx';
import { RouteError } from './route-error.tsx';

/** The views of all pages, each a separate chunk. */
const VIEWS = import.meta.glob<{ Component: ComponentType }>([
  '../pages/*/page.tsx',
  '../../tools/*/web/page.tsx',
]);
const HOME = '/dashboard';
/** Marks the route of pages that don't exist. */
const MISSING = 'missing';
const MissingPage = lazy(async () => ({ default: (await import('./missing-page.tsx')).Component }));

/** The pages that aren't in visitor-routes.tsx (spec accounts §2, Route table). */
const OTHERS = PAGES.filter(({ visitorScript }) => visitorScript === undefined);
const [signedIn, open] = split(OTHERS, ({ access }) => access === 'signed-in');
const [dashboard, alone] = split(signedIn, ({ path }) => path === HOME || path.startsWith(`${HOME}/`));

export const routes: RouteObject[] = [
  ...open.map(pageRoute),
  {
    Component: SignedIn,
    children: [
      ...alone.map(pageRoute),
      {
        lazy: () => import('./dashboard-layout.tsx'),
        children: [
          {
            // An error on a page doesn't affect the layout around it.
            ErrorBoundary: RouteError,
            children: [
              ...dashboard.map(pageRoute),
              {
                path: `${HOME}/*`,
                handle: MISSING,
                lazy: async () => ({ Component: (await import('./missing-page.tsx')).MissingPage }),
              },
            ],
          },
        ],
      },
    ],
  },
  { path: '*', lazy: () => import('./missing-page.tsx') },
];

function pageRoute({ path, folder }: Page): RouteObject {
  const lazy = VIEWS[`../${folder}/page.tsx`];
  if (!lazy) throw new Error(`There is no web/${folder}/page.tsx for ${path}.`);
  return { path, lazy };
}

/** The pages for which `test` holds, and the others. */
function split(pages: readonly Page[], test: (page: Page) => boolean): [Page[], Page[]] {
  return [pages.filter(test), pages.filter((page) => !test(page))];
}

/**
 * The parent of pages for users. Sends others to /login, and remembers the requested page, unless it doesn't exist (spec
 * accounts §2).
 */
function SignedIn() {
  const { user, loading, departure } = useSession();
  const location = useLocation();
  const back = useNavigationType() === 'POP';
  const missing = useMatches().at(-1)?.handle === MISSING;
  if (loading) return <PageLoading />;
  if (!user && missing)
    return (
      <Suspense fallback={<PageLoading />}>
        <MissingPage />
      </Suspense>
    );
  if (!user) return <Navigate to="/login" replace state={loginState(location, { departure, back })} />;
  return <Outlet />;
}
