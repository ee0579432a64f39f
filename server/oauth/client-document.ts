import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { createHostResolver } from '#net/dns.ts';
import { createGuardedSender } from '#net/http/guarded-request.ts';
import type { Deps } from '../deps.ts';

const LIMIT_MS = 5_000;
const MAX_BYTES = 10_000;
const KEEP_MS = 5 * 60_000;
const KEPT = 500;
const MAX_URL_CHARS = 500;

/** The parts of a client metadata document that we use. What else it says is ignored. */
const ClientDocument = z.object({
  client_id: z.string(),
  client_name: z.string().min(1).max(200),
  redirect_uris: z.array(z.string()).min(1).max(20),
});
export type ClientDocument = z.infer<typeof ClientDocument>;

/** Reads the document at a client's ID. Returns null if there is none that says the same ID. */
export type ReadClientDocument = (clientId: string) => Promise<ClientDocument | null>;

/**
 * Whether a client's ID is the address of its metadata document (draft-ietf-oauth-client-id-metadata-document-00 §3):
 * https with a path, as browsers write it, without a password or a fragment. With ALLOW_PRIVATE_NETWORK, http is enough.
 */
export function isDocumentAddress(
  clientId: string,
  { ALLOW_PRIVATE_NETWORK }: Pick<Deps['config'], 'ALLOW_PRIVATE_NETWORK'>,
): boolean {
  const url = clientId.length <= MAX_URL_CHARS ? URL.parse(clientId) : null;
  if (!url || url.href !== clientId || url.pathname === '/' || url.hash || url.username || url.password)
    return false;
  return url.protocol === 'https:' || (ALLOW_PRIVATE_NETWORK && url.protocol === 'http:');
}

/** Reads documents through the guard, without redirects. One that was read is kept for five minutes. */
export function createClientDocuments({ config }: Pick<Deps, 'config'>): ReadClientDocument {
  const kept = new LRUCache<string, ClientDocument>({ max: KEPT, ttl: KEEP_MS });
  return async (clientId) => {
    const known = kept.get(clientId);
    if (known) return known;
    const document = await fetchDocument(config, clientId);
    if (document) kept.set(clientId, document);
    return document;
  };
}

async function fetchDocument(config: Deps['config'], clientId: string): Promise<ClientDocument | null> {
  const policy = { allowPrivateNetwork: config.ALLOW_PRIVATE_NETWORK };
  const resolver = createHostResolver({ dnsServers: config.DNS_SERVERS ?? null, policy });
  const sender = createGuardedSender({ resolver, policy, limitMs: LIMIT_MS, maxBytes: MAX_BYTES });
  try {
    const headers = { accept: 'application/json', 'user-agent': 'Leadwell-OAuth/1' };
    const { status, text } = await sender.send({ method: 'GET', url: clientId, headers, body: null });
    const parsed = status === 200 ? ClientDocument.safeParse(JSON.parse(text)) : null;
    return parsed?.success && parsed.data.client_id === clientId ? parsed.data : null;
  } catch {
    return null;
  } finally {
    await sender.close();
    resolver.close();
  }
}
