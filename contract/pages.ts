/** Pages of the web client (spec accounts §2, route table). The server returns 404 for any other path. */
export const PUBLIC_PAGES = [
  '/',
  '/login',
  // Not in the specification. Google and Microsoft return to the first two.
  '/login/google',
  '/login/microsoft',
  '/signup',
  // Not in the specification, whose "Forgot password" link goes nowhere. Our emails link to the last two.
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/pricing',
  '/payment-success',
  '/admin',
  // Checkout and billing pages of the built-in test payments.
  '/test-checkout',
  '/test-billing',
  // Not in the route table, but the footer links to it. It redirects to /dashboard/how-to-use.
  '/how-to-use',
] as const;

/** Dashboard pages that don't belong to a tool (tools/catalog.ts). */
export const DASHBOARD_PAGES = [
  '/dashboard',
  '/dashboard/google-maps-scraper',
  '/dashboard/linkedin-scraping',
  '/dashboard/database-export',
  '/dashboard/twitter-scraper',
  '/dashboard/clutch-scraper',
  '/dashboard/crunchbase-scraper',
  '/dashboard/how-to-use',
  '/dashboard/lead-generation-tutorials',
  '/dashboard/task-history',
  // Not in the specification.
  '/dashboard/usage',
  '/dashboard/api',
  '/dashboard/settings',
] as const;
