import { type RouteObject, redirect } from 'react-router';
import { RouteError } from './features/errors/route-error.tsx';
import { EXTENSION_PATHS, type ExtensionPath } from './features/extensions/extension-pages.ts';
import { COMING_PAGES } from './kit/coming-pages.ts';
import { Component as Root } from './routes/root.tsx';
import { TOOL_PAGES } from './tool-pages.ts';
import { PageLoading } from './ui/page-loading.tsx';

const comingSoon = () => import('./kit/coming-soon.tsx');
const missingInside = async () => ({
  Component: (await import('./features/errors/missing-page.tsx')).MissingPage,
});

const extensionPage = (path: ExtensionPath) => async () => {
  const { ExtensionPage } = await import('./features/extensions/extension-page.tsx');
  return { Component: () => <ExtensionPage path={path} /> };
};

/** All pages (spec accounts §2, Route table). Each page is a separate chunk. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: PageLoading,
    children: [
      { index: true, lazy: () => import('./routes/landing.tsx') },
      { path: 'login', lazy: () => import('./routes/login.tsx') },
      { path: 'login/google', lazy: () => import('./routes/provider-return.tsx') },
      { path: 'login/microsoft', lazy: () => import('./routes/provider-return.tsx') },
      { path: 'signup', lazy: () => import('./routes/signup.tsx') },
      { path: 'forgot-password', lazy: () => import('./routes/forgot-password.tsx') },
      { path: 'reset-password', lazy: () => import('./routes/reset-password.tsx') },
      { path: 'confirm-email', lazy: () => import('./routes/confirm-email.tsx') },
      // The footer links here, but the page is part of the dashboard.
      { path: 'how-to-use', loader: () => redirect('/dashboard/how-to-use') },
      {
        lazy: () => import('./routes/data-root.tsx'),
        children: [
          { path: 'pricing', lazy: () => import('./routes/pricing.tsx') },
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
                  { path: 'settings', lazy: () => import('./routes/settings.tsx') },
                  { path: 'task-history', lazy: () => import('./routes/task-history.tsx') },
                  { path: 'database-export', lazy: () => import('./routes/database-export.tsx') },
                  { path: 'lists', lazy: () => import('./routes/lists.tsx') },
                  { path: 'lists/:id', lazy: () => import('./routes/list.tsx') },
                  { path: 'linkedin-scraping', lazy: () => import('./routes/linkedin-scraping.tsx') },
                  ...EXTENSION_PATHS.map((path) => ({ path, lazy: extensionPage(path) })),
                  ...TOOL_PAGES.map(({ tool, load }) => ({ path: tool.path, lazy: load })),
                  ...COMING_PAGES.map(({ path }) => ({ path, lazy: comingSoon })),
                  { path: '*', lazy: missingInside },
                ],
              },
            ],
          },
          { path: '*', lazy: () => import('./routes/not-found.tsx') },
        ],
      },
    ],
  },
];
