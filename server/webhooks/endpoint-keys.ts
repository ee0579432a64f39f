import type { Deps } from '../deps.ts';
import { createSecretSealer } from '../platform/sealed-secret.ts';
import { joinKeys, type SigningKeys, splitKeys } from './signatures.ts';
import type { EndpointRow } from './store.ts';

type KeyDeps = Pick<Deps, 'secrets'>;

/** Encrypts the keys of an endpoint to store them. Only its own row can hold them. */
export function sealKeys({ secrets }: KeyDeps, keys: SigningKeys, endpointId: string): string {
  return createSecretSealer(secrets.authSecret, 'webhook').seal(joinKeys(keys), endpointId);
}

/**
 * The keys that sign for an endpoint: its own, then for a day after a rotation those before. null: AUTH_SECRET has
 * changed since, so that they are lost.
 */
export function openEndpointKeys(
  { secrets }: KeyDeps,
  endpoint: Pick<EndpointRow, 'id' | 'keys' | 'old_keys' | 'old_keys_until'>,
  now: Date,
): [SigningKeys, ...SigningKeys[]] | null {
  const sealer = createSecretSealer(secrets.authSecret, 'webhook');
  const own = sealer.open(endpoint.keys, endpoint.id);
  if (!own) return null;
  const { old_keys: oldKeys, old_keys_until: until } = endpoint;
  const old = oldKeys !== null && until !== null && until > now ? sealer.open(oldKeys, endpoint.id) : null;
  return [splitKeys(own), ...(old ? [splitKeys(old)] : [])];
}
