import { SITE_PATHS } from './collect-sites.ts';

/** The guides of How To Use, by the last part of their address. Their texts are in tools/guides.ts and the web client. */
export const GUIDE_SLUGS = [
  'website-extraction',
  'verified-email-finder',
  'company-to-domain',
  'linkedin-enrichment',
  'database-export',
  'apollo-scraper',
  'browser-extensions',
] as const;
export type GuideSlug = (typeof GUIDE_SLUGS)[number];

/** Public pages that are rendered when the client is built, and listed in the sitemap. */
export const PRERENDERED_PAGES = [
  '/',
  '/pricing',
  '/how-to-use',
  ...GUIDE_SLUGS.map((slug) => `/how-to-use/${slug}` as const),
  // Not in the specification: every public service needs them.
  '/privacy',
  '/terms',
  '/data-request',
] as const;
export type PrerenderedPage = (typeof PRERENDERED_PAGES)[number];

/**
 * Pages of the web client (spec accounts §2, route table). The server returns 404 for any other path. `:id` is
 * one part of a path.
 */
export const PUBLIC_PAGES = [
  ...PRERENDERED_PAGES,
  '/login',
  // Not in the specification. Google and Microsoft return to the first two.
  '/login/google',
  '/login/microsoft',
  '/signup',
  // Not in the specification, whose "Forgot password" link goes nowhere. Our emails link to the last two.
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/payment-success',
  '/admin',
  // Checkout and billing pages of the built-in test payments.
  '/test-checkout',
  '/test-billing',
] as const;

/** Dashboard pages that don't belong to a tool (tools/catalog.ts). */
export const DASHBOARD_PAGES = [
  '/dashboard',
  '/dashboard/database-export',
  '/dashboard/how-to-use',
  ...GUIDE_SLUGS.map((slug) => `/dashboard/how-to-use/${slug}` as const),
  '/dashboard/lead-generation-tutorials',
  '/dashboard/task-history',
  ...new Set(Object.values(SITE_PATHS)),
  // Not in the specification.
  '/dashboard/lists',
  '/dashboard/lists/:id',
  '/dashboard/usage',
  '/dashboard/api',
  '/dashboard/settings',
] as const;
