import { EmailAddress } from '#contract/auth.ts';
import { PROVIDERS, type ProviderIdentity, type ProviderName } from '#contract/sign-in.ts';
import {
  createOpenIdProvider,
  type OpenIdClaims,
  type OpenIdClient,
  type OpenIdProvider,
} from '#net/openid/openid-provider.ts';
import type { Config } from '../../config.ts';

type Settings = Pick<
  Config,
  | 'GOOGLE_CLIENT_ID'
  | 'GOOGLE_CLIENT_SECRET'
  | 'GOOGLE_ISSUER'
  | 'MICROSOFT_CLIENT_ID'
  | 'MICROSOFT_CLIENT_SECRET'
  | 'MICROSOFT_TENANT'
  | 'MICROSOFT_ISSUER'
>;

/** A person at a provider, with an address that they proved to own, if any. */
export interface Person {
  identity: ProviderIdentity;
  /** null: the provider doesn't vouch for the address */
  verifiedEmail: string | null;
  name: string | null;
}

/** A configured provider. */
export interface SignInProvider {
  openid: OpenIdProvider;
  personOf(claims: OpenIdClaims): Person;
}

/** The providers that the operator configured. */
export function configuredProviders(config: Settings): ProviderName[] {
  return PROVIDERS.filter((name) => clientOf(config, name) !== null);
}

export function createSignInProviders(config: Settings): ReadonlyMap<ProviderName, SignInProvider> {
  return new Map(
    PROVIDERS.flatMap((name) => {
      const client = clientOf(config, name);
      if (!client) return [];
      return [
        [
          name,
          { openid: createOpenIdProvider(client), personOf: (claims) => personOf(name, claims, config) },
        ],
      ];
    }),
  );
}

function clientOf(config: Settings, name: ProviderName): OpenIdClient | null {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, MICROSOFT_CLIENT_ID, MICROSOFT_CLIENT_SECRET } = config;
  if (name === 'google') {
    if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return null;
    const issuer = config.GOOGLE_ISSUER;
    return { issuer, clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET, tenants: false };
  }
  if (!MICROSOFT_CLIENT_ID || !MICROSOFT_CLIENT_SECRET) return null;
  return {
    issuer: `${config.MICROSOFT_ISSUER}/${config.MICROSOFT_TENANT}/v2.0`,
    clientId: MICROSOFT_CLIENT_ID,
    clientSecret: MICROSOFT_CLIENT_SECRET,
    tenants: true,
  };
}

function personOf(provider: ProviderName, claims: OpenIdClaims, config: Settings): Person {
  const parsed = EmailAddress.safeParse(claims.email ?? '');
  const email = parsed.success ? parsed.data : null;
  const { issuer, subject, name } = claims;
  return {
    identity: { provider, issuer, subject, email },
    verifiedEmail: vouches(provider, claims, config) ? email : null,
    name,
  };
}

/**
 * Whether a provider vouches for the address. Any Microsoft tenant can write any address into `email`, so it
 * counts only if Microsoft says that the owner of its domain confirmed it (`xms_edov`), or if the person belongs
 * to the one tenant that the operator configured.
 */
function vouches(provider: ProviderName, claims: OpenIdClaims, { MICROSOFT_TENANT }: Settings): boolean {
  if (provider === 'google') return claims.emailVerified;
  return (
    claims.domainOwnerVerified || (claims.tenant !== null && claims.tenant === MICROSOFT_TENANT.toLowerCase())
  );
}
