import type { RouteObject } from 'react-router';
import { GUIDE_SLUGS } from '#contract/pages.ts';
import { PageLoading } from '../ui/page-loading.tsx';
import { Component as Root } from './root.tsx';
import { RouteError } from './route-error.tsx';

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
        { index: true, lazy: () => import('../pages/landing/page.tsx') },
        { path: 'how-to-use', lazy: () => import('../pages/how-to-use/page.tsx') },
        // No `:guide`: the router would look for a better match before it shows the prerendered page.
        ...GUIDE_SLUGS.map((slug) => ({
          path: `how-to-use/${slug}`,
          lazy: () => import('../pages/how-to-use-guide/page.tsx'),
        })),
        { path: 'privacy', lazy: () => import('../pages/privacy/page.tsx') },
        { path: 'terms', lazy: () => import('../pages/terms/page.tsx') },
        { path: 'data-request', lazy: () => import('../pages/data-request/page.tsx') },
        { path: 'login', lazy: () => import('../pages/login/page.tsx') },
        { path: 'login/google', lazy: () => import('../pages/provider-return/page.tsx') },
        { path: 'login/microsoft', lazy: () => import('../pages/provider-return/page.tsx') },
        { path: 'signup', lazy: () => import('../pages/signup/page.tsx') },
        { path: 'forgot-password', lazy: () => import('../pages/forgot-password/page.tsx') },
        { path: 'reset-password', lazy: () => import('../pages/reset-password/page.tsx') },
        { path: 'confirm-email', lazy: () => import('../pages/confirm-email/page.tsx') },
        {
          id: DATA_ROOT,
          lazy: () => import('./data-root.tsx'),
          children: [{ path: 'pricing', lazy: () => import('../pages/pricing/page.tsx') }, ...others],
        },
      ],
    },
  ];
}
