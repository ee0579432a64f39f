import type { RouteObject } from 'react-router';
import { RouteError } from './features/errors/route-error.tsx';
import { SITE_ROUTES, type SiteRoute } from './site-pages.ts';
import { TOOL_PAGES } from './tool-pages.ts';

const missingInside = async () => ({
  Component: (await import('./features/errors/missing-page.tsx')).MissingPage,
});

const extensionPage = (page: SiteRoute) => async () => {
  const { ExtensionPage } = await import('./features/extensions/extension-page.tsx');
  return { Component: () => <ExtensionPage page={page} /> };
};

/** All pages that aren't in public-routes.tsx (spec accounts §2, Route table). Each page is a separate chunk. */
export const routes: RouteObject[] = [
  { path: 'payment-success', lazy: () => import('./routes/payment-success.tsx') },
  { path: 'admin', lazy: () => import('./routes/admin.tsx') },
  { path: 'test-checkout', lazy: () => import('./routes/test-checkout.tsx') },
  { path: 'test-billing', lazy: () => import('./routes/test-billing.tsx') },
  {
    path: 'dashboard',
    lazy: () => import('./routes/dashboard-layout.tsx'),
    children: [
      {
        // An error on a page doesn't affect the layout around it.
        ErrorBoundary: RouteError,
        children: [
          { index: true, lazy: () => import('./routes/dashboard-home.tsx') },
          { path: 'usage', lazy: () => import('./routes/usage.tsx') },
          { path: 'api', lazy: () => import('./routes/api.tsx') },
          { path: 'lists', lazy: () => import('./routes/lists.tsx') },
          { path: 'lists/:id', lazy: () => import('./routes/list.tsx') },
          { path: 'linkedin-scraping', lazy: () => import('./routes/linkedin-scraping.tsx') },
          ...SITE_ROUTES.map((page) => ({ path: page.path, lazy: extensionPage(page) })),
          { path: 'settings', lazy: () => import('./routes/settings.tsx') },
          { path: 'task-history', lazy: () => import('./routes/task-history.tsx') },
          { path: 'database-export', lazy: () => import('./routes/database-export.tsx') },
          { path: 'how-to-use', lazy: () => import('./routes/dashboard-guides.tsx') },
          { path: 'how-to-use/:guide', lazy: () => import('./routes/dashboard-guide.tsx') },
          {
            path: 'lead-generation-tutorials',
            lazy: () => import('./routes/tutorials.tsx'),
          },
          ...TOOL_PAGES.map(({ tool, load }) => ({ path: tool.path, lazy: load })),
          { path: '*', lazy: missingInside },
        ],
      },
    ],
  },
  { path: '*', lazy: () => import('./routes/not-found.tsx') },
];
