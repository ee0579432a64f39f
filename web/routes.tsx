import { type RouteObject, redirect } from 'react-router';
import { RouteError } from './features/errors/route-error.tsx';
import { Component as Root } from './routes/root.tsx';
import { PageLoading } from './ui/page-loading.tsx';

const beingBuilt = () => import('./routes/being-built.tsx');
const missingInside = async () => ({
  Component: (await import('./features/errors/missing-page.tsx')).MissingPage,
});

/** The map of pages (spec accounts §2, Route table). Each page is a chunk of its own. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: PageLoading,
    children: [
      { index: true, lazy: () => import('./routes/landing.tsx') },
      { path: 'login', lazy: () => import('./routes/login.tsx') },
      { path: 'signup', lazy: () => import('./routes/signup.tsx') },
      { path: 'forgot-password', lazy: () => import('./routes/forgot-password.tsx') },
      { path: 'reset-password', lazy: () => import('./routes/reset-password.tsx') },
      { path: 'confirm-email', lazy: () => import('./routes/confirm-email.tsx') },
      // Linked from the footer; the page itself is the dashboard's.
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
                // A failing page leaves the shell standing.
                ErrorBoundary: RouteError,
                children: [
                  { index: true, lazy: () => import('./routes/dashboard-home.tsx') },
                  { path: 'website-extraction', lazy: () => import('./routes/website-extraction.tsx') },
                  { path: 'usage', lazy: () => import('./routes/usage.tsx') },
                  { path: 'settings', lazy: () => import('./routes/settings.tsx') },
                  { path: 'task-history', lazy: () => import('./routes/task-history.tsx') },
                  { path: 'lead-enrichment', lazy: () => import('./routes/lead-enrichment.tsx') },
                  { path: 'verified-email-finder', lazy: () => import('./routes/verified-email-finder.tsx') },
                  { path: 'company-to-domain', lazy: beingBuilt },
                  { path: 'google-maps-scraper', lazy: beingBuilt },
                  { path: 'linkedin-enrichment', lazy: beingBuilt },
                  { path: 'linkedin-scraping', lazy: beingBuilt },
                  { path: 'database-export', lazy: () => import('./routes/database-export.tsx') },
                  { path: 'twitter-scraper', lazy: beingBuilt },
                  { path: 'clutch-scraper', lazy: beingBuilt },
                  { path: 'crunchbase-scraper', lazy: beingBuilt },
                  { path: 'apollo-scraper', lazy: () => import('./routes/apollo-scraper.tsx') },
                  { path: 'how-to-use', lazy: beingBuilt },
                  { path: 'lead-generation-tutorials', lazy: beingBuilt },
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
