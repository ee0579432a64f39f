import type { RouteObject } from 'react-router';
import { SITE_ROUTES, type SiteRoute } from '../site-pages.ts';
import { TOOL_PAGES } from '../tool-pages.ts';
import { RouteError } from './route-error.tsx';

const missingInside = async () => ({
  Component: (await import('../kit/missing-page.tsx')).MissingPage,
});

const extensionPage = (page: SiteRoute) => async () => {
  const { ExtensionPage } = await import('../pages/extension/page.tsx');
  return { Component: () => <ExtensionPage page={page} /> };
};

/** All pages that aren't in public-routes.tsx (spec accounts §2, Route table). Each page is a separate chunk. */
export const routes: RouteObject[] = [
  { path: 'payment-success', lazy: () => import('../pages/payment-success/page.tsx') },
  { path: 'admin', lazy: () => import('../pages/admin/page.tsx') },
  { path: 'test-checkout', lazy: () => import('../pages/test-checkout/page.tsx') },
  { path: 'test-billing', lazy: () => import('../pages/test-billing/page.tsx') },
  {
    path: 'dashboard',
    lazy: () => import('../kit/shell/dashboard-frame.tsx'),
    children: [
      {
        // An error on a page doesn't affect the layout around it.
        ErrorBoundary: RouteError,
        children: [
          { index: true, lazy: () => import('../pages/dashboard/page.tsx') },
          { path: 'usage', lazy: () => import('../pages/usage/page.tsx') },
          { path: 'api', lazy: () => import('../pages/api/page.tsx') },
          { path: 'lists', lazy: () => import('../pages/lists/page.tsx') },
          { path: 'lists/:id', lazy: () => import('../pages/list/page.tsx') },
          { path: 'linkedin-scraping', lazy: () => import('../pages/linkedin-scraping/page.tsx') },
          ...SITE_ROUTES.map((page) => ({ path: page.path, lazy: extensionPage(page) })),
          { path: 'settings', lazy: () => import('../pages/settings/page.tsx') },
          { path: 'task-history', lazy: () => import('../pages/task-history/page.tsx') },
          { path: 'database-export', lazy: () => import('../pages/database-export/page.tsx') },
          { path: 'how-to-use', lazy: () => import('../pages/dashboard-how-to-use/page.tsx') },
          { path: 'how-to-use/:guide', lazy: () => import('../pages/dashboard-guide/page.tsx') },
          {
            path: 'lead-generation-tutorials',
            lazy: () => import('../pages/tutorials/page.tsx'),
          },
          ...TOOL_PAGES.map(({ tool, load }) => ({ path: tool.path, lazy: load })),
          { path: '*', lazy: missingInside },
        ],
      },
    ],
  },
  { path: '*', lazy: () => import('./not-found.tsx') },
];
