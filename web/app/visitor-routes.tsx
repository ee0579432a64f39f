import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { confirmEmail } from '../pages/confirm-email/page.ts';
import { dataRequest } from '../pages/data-request/page.ts';
import { forgotPassword } from '../pages/forgot-password/page.ts';
import { howToUse } from '../pages/how-to-use/page.ts';
import { guides } from '../pages/how-to-use-guide/page.ts';
import { landing } from '../pages/landing/page.ts';
import { login } from '../pages/login/page.ts';
import type { Page } from '../pages/page.ts';
import { pricing } from '../pages/pricing/page.ts';
import { privacy } from '../pages/privacy/page.ts';
import { providerReturns } from '../pages/provider-return/page.ts';
import { resetPassword } from '../pages/reset-password/page.ts';
import { signup } from '../pages/signup/page.ts';
import { terms } from '../pages/terms/page.ts';
import { PageLoading } from '../ui/page-loading.tsx';
import { Component as Root } from './root.tsx';
import { RouteError } from './route-error.tsx';

/** The parent of the pages that load data. */
export const DATA_ROOT = 'data-root';

const route = ({ path }: Page, lazy: () => Promise<{ Component: ComponentType }>): RouteObject => ({
  path,
  lazy,
});
const providerReturn = () => import('../pages/provider-return/page.tsx');
const guide = () => import('../pages/how-to-use-guide/page.tsx');

/**
 * The pages that visitors come to first, named one by one, so that the entry knows no others. Those are in routes.tsx,
 * which visitors don't download. Each page is a separate chunk.
 */
export function visitorRoutes(others: readonly RouteObject[] = []): RouteObject[] {
  return [
    {
      Component: Root,
      ErrorBoundary: RouteError,
      HydrateFallback: PageLoading,
      children: [
        route(landing, () => import('../pages/landing/page.tsx')),
        route(howToUse, () => import('../pages/how-to-use/page.tsx')),
        // No `:guide`: the router would look for a better match before it shows the prerendered page.
        ...guides.map((page) => route(page, guide)),
        route(privacy, () => import('../pages/privacy/page.tsx')),
        route(terms, () => import('../pages/terms/page.tsx')),
        route(dataRequest, () => import('../pages/data-request/page.tsx')),
        route(login, () => import('../pages/login/page.tsx')),
        ...providerReturns.map((page) => route(page, providerReturn)),
        route(signup, () => import('../pages/signup/page.tsx')),
        route(forgotPassword, () => import('../pages/forgot-password/page.tsx')),
        route(resetPassword, () => import('../pages/reset-password/page.tsx')),
        route(confirmEmail, () => import('../pages/confirm-email/page.tsx')),
        {
          id: DATA_ROOT,
          lazy: () => import('./data-root.tsx'),
          children: [route(pricing, () => import('../pages/pricing/page.tsx')), ...others],
        },
      ],
    },
  ];
}
