import type { Deps } from '../deps.ts';
import { createSecretSealer } from '../platform/sealed-secret.ts';
import { joinKeys, type SigningKeys, splitKeys } from './signatures.ts';
import type { EndpointRow } from './store.ts';

/** What a repeated request gets if its secret can't be shown again. */
export const KEYS_LOST =
  'This secret has been changed or removed since. Create another one. A program needs a new Idempotency-Key for that.';

type KeyDeps = Pick<Deps, 'secrets'>;

/** Encrypts the keys of an endpoint, or of an account for single starts, to store them. Only the row with this ID can hold them. */
export function sealKeys({ secrets }: KeyDeps, keys: SigningKeys, endpointId: string): string {
  return createSecretSealer(secrets.dataKey, 'webhook').seal(joinKeys(keys), endpointId);
}

/**
 * The keys that sign for an endpoint or for single starts: its own, then for a day after a rotation those before. null:
 * there are none, or AUTH_SECRET has changed since, so that they are lost.
 */
export function openEndpointKeys(
  { secrets }: KeyDeps,
  endpoint: Pick<EndpointRow, 'id' | 'keys' | 'old_keys' | 'old_keys_until'>,
  now: Date,
): [SigningKeys, ...SigningKeys[]] | null {
  const sealer = createSecretSealer(secrets.dataKey, 'webhook');
  const own = endpoint.keys === null ? null : sealer.open(endpoint.keys, endpoint.id);
  if (!own) return null;
  const { old_keys: oldKeys, old_keys_until: until } = endpoint;
  const old = oldKeys !== null && until !== null && until > now ? sealer.open(oldKeys, endpoint.id) : null;
  return [splitKeys(own), ...(old ? [splitKeys(old)] : [])];
}
