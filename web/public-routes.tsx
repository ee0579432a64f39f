import type { RouteObject } from 'react-router';
import { GUIDE_SLUGS } from '#contract/pages.ts';
import { RouteError } from './features/errors/route-error.tsx';
import { Component as Root } from './routes/root.tsx';
import { PageLoading } from './ui/page-loading.tsx';

/** The parent of the pages that load data. */
export const DATA_ROOT = 'data-root';

/**
 * The pages that visitors come to first. All others are in routes.tsx, which visitors don't download. Each page is a
 * separate chunk.
 */
export function publicRoutes(others: readonly RouteObject[] = []): RouteObject[] {
  return [
    {
      Component: Root,
      ErrorBoundary: RouteError,
      HydrateFallback: PageLoading,
      children: [
        { index: true, lazy: () => import('./routes/landing.tsx') },
        { path: 'how-to-use', lazy: () => import('./routes/how-to-use.tsx') },
        // No `:guide`: the router would look for a better match before it shows the prerendered page.
        ...GUIDE_SLUGS.map((slug) => ({
          path: `how-to-use/${slug}`,
          lazy: () => import('./routes/how-to-use-guide.tsx'),
        })),
        { path: 'privacy', lazy: () => import('./routes/privacy.tsx') },
        { path: 'terms', lazy: () => import('./routes/terms.tsx') },
        { path: 'data-request', lazy: () => import('./routes/data-request.tsx') },
        { path: 'login', lazy: () => import('./routes/login.tsx') },
        { path: 'login/google', lazy: () => import('./routes/provider-return.tsx') },
        { path: 'login/microsoft', lazy: () => import('./routes/provider-return.tsx') },
        { path: 'signup', lazy: () => import('./routes/signup.tsx') },
        { path: 'forgot-password', lazy: () => import('./routes/forgot-password.tsx') },
        { path: 'reset-password', lazy: () => import('./routes/reset-password.tsx') },
        { path: 'confirm-email', lazy: () => import('./routes/confirm-email.tsx') },
        {
          id: DATA_ROOT,
          lazy: () => import('./routes/data-root.tsx'),
          children: [{ path: 'pricing', lazy: () => import('./routes/pricing.tsx') }, ...others],
        },
      ],
    },
  ];
}
