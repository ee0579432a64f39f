import { EmailAddress } from '#contract/auth.ts';
import { PROVIDERS, type ProviderIdentity, type ProviderName } from '#contract/sign-in.ts';
import { createHostResolver } from '#net/dns.ts';
import type { Config } from '../../config.ts';
import {
  createOpenIdProvider,
  type OpenIdClaims,
  type OpenIdClient,
  type OpenIdProvider,
} from '../net/openid-provider.ts';

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
type Network = Pick<Config, 'ALLOW_PRIVATE_NETWORK' | 'DNS_SERVERS'>;

const MICROSOFT = 'https://login.microsoftonline.com';

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
  identifyPerson(claims: OpenIdClaims): Person;
}

/** The providers that the operator configured. */
export function configuredProviders(config: Settings): ProviderName[] {
  return PROVIDERS.filter((name) => readClient(config, name) !== null);
}

/** The providers by name. Connects to one only when a person signs in with it. */
export interface SignInProviders {
  get(name: ProviderName): SignInProvider | undefined;
  /** Closes all connections. */
  close(): Promise<void>;
}

export function openSignInProviders(config: Settings & Network): SignInProviders {
  const policy = { allowPrivateNetwork: config.ALLOW_PRIVATE_NETWORK };
  const resolver = createHostResolver({ dnsServers: config.DNS_SERVERS ?? null, policy });
  const providers = new Map<ProviderName, SignInProvider>();
  for (const name of PROVIDERS) {
    const client = readClient(config, name);
    if (!client) continue;
    const openid = createOpenIdProvider(client, { resolver, policy });
    providers.set(name, { openid, identifyPerson: (claims) => identifyPerson(name, claims, config) });
  }
  return {
    get: (name) => providers.get(name),
    async close() {
      for (const { openid } of providers.values()) await openid.close();
      resolver.close();
    },
  };
}

function readClient(config: Settings, name: ProviderName): OpenIdClient | null {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, MICROSOFT_CLIENT_ID, MICROSOFT_CLIENT_SECRET } = config;
  if (name === 'google') {
    if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return null;
    const issuer = config.GOOGLE_ISSUER;
    return { issuer, clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET };
  }
  if (!MICROSOFT_CLIENT_ID || !MICROSOFT_CLIENT_SECRET) return null;
  return {
    // By this address, openid-client knows that each tenant issues its own tokens.
    issuer: `${MICROSOFT}/${config.MICROSOFT_TENANT}/v2.0`,
    servedAt: config.MICROSOFT_ISSUER,
    clientId: MICROSOFT_CLIENT_ID,
    clientSecret: MICROSOFT_CLIENT_SECRET,
  };
}

function identifyPerson(provider: ProviderName, claims: OpenIdClaims, config: Settings): Person {
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
