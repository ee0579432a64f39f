import { OpenIdStart, type OpenIdStartBody } from '#contract/sign-in.ts';
import { postAuth } from './auth-calls.ts';
import { sitePath } from './origin.ts';

const RETURN_KEY = 'leadwell-return-path';

/**
 * Leaves for the page of a provider. `returnPath`: where to go in this tab after the return. Throws
 * AuthCallError.
 */
export async function goToProvider(body: OpenIdStartBody, returnPath: string): Promise<void> {
  const { url } = await postAuth('openid/start', body, OpenIdStart);
  try {
    sessionStorage.setItem(RETURN_KEY, returnPath);
  } catch {
    // No storage: the dashboard is fine.
  }
  location.assign(url);
}

/** Where to go after the return from a provider. Only ever a path on this site. */
export function pathAfterProvider(): string {
  try {
    return sitePath(sessionStorage.getItem(RETURN_KEY)) ?? '/dashboard';
  } catch {
    return '/dashboard';
  }
}
