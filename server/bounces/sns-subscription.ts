import { CallError } from '#contract/errors.ts';
import { createHostResolver } from '#net/dns.ts';
import { createGuardedSender } from '#net/http/guarded-request.ts';
import type { Deps } from '../deps.ts';
import { isSnsSigned, isSnsUrl, type SnsMessage } from './providers/sns-message.ts';

const LIMIT_MS = 10_000;
const MAX_BYTES = 50_000;
/** Amazon has a few certificates for each region. */
const CERTIFICATES = 50;

/** Reads an address of Amazon SNS. Throws if it can't. */
export type SnsReader = (url: string) => Promise<string>;

/** Checks messages of Amazon SNS, and confirms subscriptions. */
export interface SnsChecks {
  /** Throws `validation_failed` unless Amazon signed the message. */
  requireSigned(message: SnsMessage): Promise<void>;
  /** Opens the address that confirms the subscription in a signed message. */
  confirm(message: SnsMessage): Promise<void>;
}

/** Reads addresses through the guard. Opens a connection for each: there are few. */
export function createSnsReader({ config }: Pick<Deps, 'config'>): SnsReader {
  return async (url) => {
    const policy = { allowPrivateNetwork: config.ALLOW_PRIVATE_NETWORK };
    const resolver = createHostResolver({ dnsServers: config.DNS_SERVERS ?? null, policy });
    const sender = createGuardedSender({ resolver, policy, limitMs: LIMIT_MS, maxBytes: MAX_BYTES });
    try {
      const reply = await sender.send({ method: 'GET', url, headers: {}, body: null });
      if (reply.status !== 200) throw new Error(`Amazon SNS replied ${reply.status}.`);
      return reply.text;
    } finally {
      await sender.close();
      await resolver.close();
    }
  };
}

export function createSnsChecks(read: SnsReader): SnsChecks {
  const certificates = new Map<string, string>();
  async function certificateAt(url: string): Promise<string> {
    const known = certificates.get(url);
    if (known !== undefined) return known;
    const text = await read(url).catch((cause: unknown) => {
      throw new CallError('unavailable', "We couldn't read the certificate of Amazon SNS.", { cause });
    });
    if (certificates.size >= CERTIFICATES) certificates.clear();
    certificates.set(url, text);
    return text;
  }
  return {
    async requireSigned(message) {
      const { SigningCertURL: url } = message;
      if (!isSnsUrl(url, '.pem') || !isSnsSigned(message, await certificateAt(url)))
        throw new CallError('validation_failed', 'The signature is invalid.');
    },
    async confirm({ SubscribeURL: url = '' }) {
      if (!isSnsUrl(url)) throw new CallError('validation_failed', "This isn't an address of Amazon SNS.");
      await read(url).catch((cause: unknown) => {
        throw new CallError('unavailable', "We couldn't confirm the subscription.", { cause });
      });
    },
  };
}
