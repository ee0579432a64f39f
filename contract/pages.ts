/** Addresses of the web client (spec accounts §2, route table): the server answers 404 for any other. */
export const PUBLIC_PAGES = [
  '/',
  '/login',
  '/signup',
  // Beyond the specification: its "Forgot password" leads nowhere. Links in our mails lead to the last two.
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/pricing',
  '/payment-success',
  '/admin',
  // The built-in test payments: our own checkout and billing page.
  '/test-checkout',
  '/test-billing',
  // The footer links here although the route table has no such page; it leads to /dashboard/how-to-use.
  '/how-to-use',
] as const;

/** Pages of the dashboard besides the tools' own (tools/catalog.ts). */
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
  // Beyond the specification: every charge and its reason, and the account's settings.
  '/dashboard/usage',
  '/dashboard/settings',
] as const;
