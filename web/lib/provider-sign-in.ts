import { OpenIdStart, type OpenIdStartBody } from '#contract/sign-in.ts';
import { postAuth } from './auth-calls.ts';
import { returnPath } from './origin.ts';
import { freshSession } from './stored-session.ts';

const RETURN_KEY = 'leadwell-return-state';

/**
 * Leaves for the page of a provider. `returnState`: where to go in this tab after the return, as navigation state.
 * Throws AuthCallError.
 */
export async function goToProvider(body: OpenIdStartBody, returnState: unknown): Promise<void> {
  const { url } = await postAuth('openid/start', body, OpenIdStart);
  try {
    sessionStorage.setItem(RETURN_KEY, JSON.stringify(returnState ?? null));
  } catch {
    // No storage: the dashboard is fine.
  }
  location.assign(url);
}

/** Where the user goes after the return from a provider. Only ever a path on this site. */
export function pathAfterProvider(): string {
  try {
    return returnPath(JSON.parse(sessionStorage.getItem(RETURN_KEY) ?? 'null'), freshSession()?.user.id);
  } catch {
    return '/dashboard';
  }
}
