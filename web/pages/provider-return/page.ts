import type { Page } from '../page.ts';

/** Google and Microsoft return to these pages. */
export const providerReturns: readonly Page[] = ['google', 'microsoft'].map((provider) => ({
  folder: 'pages/provider-return',
  path: `/login/${provider}`,
  title: 'Log in',
  access: 'public',
  visitorScript: 'login',
  // They only lead on.
  screens: [],
}));
