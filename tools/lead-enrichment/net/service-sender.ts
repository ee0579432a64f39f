import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Owner } from '#net/cpu-shares.ts';
import { createHostResolver } from '#net/dns.ts';
import { createFairSlots, reservedRule, sharedRule } from '#net/fair-slots.ts';
import {
  createGuardedSender,
  type GuardedRequest,
  type GuardedResponse,
  ResponseTooLarge,
} from '#net/http/guarded-request.ts';
import { HostError } from '#net/http/host-error.ts';
import { isRedirect, redirectTarget } from '#net/http/redirect-target.ts';

export interface ServiceSenderOptions {
  /** null: those of the system */
  dnsServers: readonly string[] | null;
  allowPrivateNetwork: boolean;
  /** How long one request can take, in ms. Default: 20 s */
  limitMs?: number;
  /** The clock and its waits, which tests replace. */
  now?: () => number;
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** A request of a row. `secretHeaders` are sent only to the origin of `url`. */
export interface ServiceRequest extends GuardedRequest {
  secretHeaders: Record<string, string>;
}

/**
 * An answer, or why there is none, as a sentence. `final`: another try can't change it. `mayHaveWorked`: the service may have
 * got the request, and worked on it.
 */
export type ServiceAnswer =
  | { ok: true; response: GuardedResponse }
  | { ok: false; problem: string; final: boolean; mayHaveWorked: boolean };

/**
 * Sends requests of accounts to services on the internet: a few at once for each service, shared fairly, again after 429 and
 * 503, and not for a while to a service that fails all the time.
 */
export interface ServiceSender {
  /** Throws only if the signal aborts. */
  send(request: ServiceRequest, owner: Owner, signal: AbortSignal): Promise<ServiceAnswer>;
  close(): Promise<void>;
}

const LIMIT_MS = 20_000;
const MAX_BYTES = 1_000_000;
const REQUESTS_AT_ONCE = 32;
const SERVICES = 32;
/** Requests of an account to one service at once, and those that only other accounts can have. */
const PER_OWNER = 4;
const FOR_OTHERS = 4;
const REDIRECTS_MAX = 3;
/** Times that a request is sent again when the service says that it has too many. */
const RETRIES_MAX = 3;
const FIRST_RETRY_MS = 1000;
/** A longer wait is for another run. */
const WAIT_MAX_MS = 60_000;
/** Failures in a row after which a service isn't asked for a while. */
const FAILURES_MAX = 8;
const REST_MS = 60_000;
const SERVICES_KNOWN = 2000;
const RESTS = `This service failed ${FAILURES_MAX} times in a row, and isn’t asked for a minute. Run the failed rows again later.`;

/** What is known of a service, for one account. */
interface Standing {
  failures: number;
  /** not asked until then */
  restUntil: number;
  /** said to have too many requests until then */
  busyUntil: number;
}

export function createServiceSender(options: ServiceSenderOptions): ServiceSender {
  const {
    now = Date.now,
    wait = (ms, signal) => delay(ms, undefined, { signal }),
    limitMs = LIMIT_MS,
  } = options;
  const policy = { allowPrivateNetwork: options.allowPrivateNetwork };
  const resolver = createHostResolver({ dnsServers: options.dnsServers, policy });
  const sender = createGuardedSender({
    resolver,
    policy,
    limitMs,
    maxBytes: MAX_BYTES,
    connections: PER_OWNER + FOR_OTHERS,
    origins: SERVICES,
  });
  const slots = createFairSlots([sharedRule(REQUESTS_AT_ONCE), reservedRule(PER_OWNER, FOR_OTHERS)]);
  const standings = new LRUCache<string, Standing>({ max: SERVICES_KNOWN });

  function standingOf(owner: Owner, origin: string): Standing {
    const key = `${owner} ${origin}`;
    const standing = standings.get(key) ?? { failures: 0, restUntil: 0, busyUntil: 0 };
    standings.set(key, standing);
    return standing;
  }

  /** One request, with its redirects. A slot is held for one host at a time; `release` frees the first. */
  async function sendOnce(
    request: ServiceRequest,
    release: () => void,
    owner: Owner,
    signal: AbortSignal,
  ): Promise<ServiceAnswer> {
    const { secretHeaders, ...first } = request;
    const { origin } = new URL(request.url);
    let { url } = first;
    let free = release;
    for (let redirects = 0; ; redirects += 1) {
      const isSame = new URL(url).origin === origin;
      let response: GuardedResponse;
      try {
        // Another host gets neither secrets nor other headers, which may have some.
        const headers = isSame ? { ...first.headers, ...secretHeaders } : {};
        response = await sender.send({ ...first, url, headers }, signal);
      } catch (error) {
        signal.throwIfAborted();
        return { ok: false, ...problemOf(error, limitMs), mayHaveWorked: !(error instanceof HostError) };
      } finally {
        free();
      }
      if (!isRedirect(response)) return { ok: true, response };
      if (first.method !== 'GET')
        return failed(
          `The service sends this request to another address (${response.status}). Write that address.`,
        );
      const target = redirectTarget(response, url);
      if (redirects === REDIRECTS_MAX || !target)
        return failed('The service sends this request from address to address.');
      url = target.href;
      free = await slots.take(owner, ['', target.origin], signal);
    }
  }

  return {
    async send(request, owner, signal) {
      if (!URL.canParse(request.url)) return failed('This is not a web address.');
      const { origin } = new URL(request.url);
      const standing = standingOf(owner, origin);
      for (let retries = 0; ; ) {
        if (standing.restUntil > now()) return failed(RESTS, false);
        const busyMs = standing.busyUntil - now();
        if (busyMs > WAIT_MAX_MS) return tooBusy(busyMs);
        if (busyMs > 0) {
          await wait(busyMs, signal);
          continue;
        }
        const release = await slots.take(owner, ['', origin], signal);
        // Other requests to it may have ended while this one waited for its slot.
        if (standing.restUntil > now() || standing.busyUntil > now()) {
          release();
          continue;
        }
        const answer = await sendOnce(request, release, owner, signal);
        if (answer.ok && (answer.response.status === 429 || answer.response.status === 503)) {
          const asked = retryAfterMs(answer.response.headers['retry-after'], now());
          const pause = asked ?? FIRST_RETRY_MS * 4 ** retries;
          standing.busyUntil = Math.max(standing.busyUntil, now() + pause);
          if (pause > WAIT_MAX_MS) return tooBusy(pause);
          retries += 1;
          if (retries <= RETRIES_MAX) continue;
        }
        const isFault = answer.ok ? answer.response.status >= 500 : !answer.final;
        standing.failures = isFault ? standing.failures + 1 : 0;
        if (standing.failures >= FAILURES_MAX) {
          standing.restUntil = now() + REST_MS;
          standing.failures = 0;
        }
        return answer;
      }
    },
    async close() {
      resolver.close();
      await sender.close();
    },
  };
}

function failed(problem: string, final = true): ServiceAnswer {
  return { ok: false, problem, final, mayHaveWorked: false };
}

function tooBusy(ms: number): ServiceAnswer {
  const minutes = Math.ceil(ms / 60_000);
  return failed(
    `The service has too many requests and asks to wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}. Run the failed rows again then.`,
    false,
  );
}

/** How long `Retry-After` asks to wait, in ms: seconds or a date. null without one. */
function retryAfterMs(header: string | string[] | undefined, now: number): number | null {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function problemOf(error: unknown, limitMs: number): { problem: string; final: boolean } {
  if (error instanceof HostError) {
    if (error.why === 'not-found') return { problem: 'There is no host with this name.', final: true };
    if (error.why === 'undecided') return { problem: 'The host could not be looked up.', final: false };
    return {
      problem: 'Only public addresses are asked, with http or https on their usual ports.',
      final: true,
    };
  }
  if (error instanceof ResponseTooLarge)
    return { problem: `The answer is larger than ${MAX_BYTES / 1_000_000} MB.`, final: true };
  const isSlow = error instanceof Error && /timeout/i.test(`${error.name} ${error.message}`);
  return isSlow
    ? { problem: `The service didn’t answer within ${Math.round(limitMs / 1000)} seconds.`, final: false }
    : { problem: 'The service could not be reached.', final: false };
}
