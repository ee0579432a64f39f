import type { Dispatcher } from 'undici';
import { siteKey } from '#engines/list-items/site.ts';
import type { CpuShares, Owner } from '../cpu-shares.ts';
import type { HostResolver } from '../dns.ts';
import { type ReachPolicy, refuseUrl } from '../guard.ts';
import { measureLostTime } from '../lost-time.ts';
import type { Politeness } from '../politeness.ts';
import { countRequest } from '../site-visits.ts';
import type { OriginPools } from './connect.ts';
import { HostError } from './host-error.ts';
import { inflate } from './inflate.ts';
import { errorFault, type PageFault, pageFault, refusalFault } from './page-fault.ts';

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

export interface HttpGetParts {
  pools: OriginPools;
  resolver: HostResolver;
  politeness: Politeness;
  cpu: CpuShares;
  policy: ReachPolicy;
  /** Sites, as registrable domains, that get no request. */
  avoidedSites: readonly string[];
  userAgent: string;
  /** Wait before a retry without Retry-After. */
  retryPauseMs: number;
  /** Longest accepted Retry-After. */
  maxRetryAfterMs: number;
}

export interface GetBudget {
  /** Network time, without waits for a turn or for Retry-After. */
  remainingMs: number;
  /** Retries left after a reset, a 429 or a 5xx. */
  retries: number;
}

interface HttpGetRequest {
  url: URL;
  owner: Owner;
  accept: string;
  /** Shared by the redirects of a page; the request deducts what it uses. */
  budget: GetBudget;
  /** Compressed size. */
  maxWireBytes: number;
  /** Decompressed size. */
  maxInflatedBytes: number;
  /** Beyond `maxWireBytes`: fail, or keep what was received (RFC 9309 2.5 for robots.txt). */
  onTooLarge: 'fail' | 'truncate';
  /** Cookie header, or null. */
  cookie: string | null;
  /** Minimum time between two requests to this site. */
  spacingMs: number;
  signal: AbortSignal | null;
  /** Checks status and headers; a fault skips the body. */
  checkHead: (status: number, headers: Headers) => PageFault | null;
}

/** An HTTP response that passed `checkHead`. `body` is decompressed, and empty outside 200–299. */
export interface HttpAnswer {
  ok: true;
  status: number;
  headers: Headers;
  body: Uint8Array;
}

export type HttpGet = (request: HttpGetRequest) => Promise<HttpAnswer | { ok: false; fault: PageFault }>;

/** Reads the bodies of redirects and errors up to this size, so that the connection can be reused. */
const MAX_IGNORED_BODY_BYTES = 65_536;

/** Tries of a request on a machine that is too busy. */
const MAX_PATIENT_TRIES = 3;

type GetResult = Awaited<ReturnType<HttpGet>>;
type Failure = Extract<GetResult, { ok: false }>;
/** A response with its body as it was sent. */
type RawAnswer = HttpAnswer | Failure;

/** One guarded, polite GET without redirects. Network and server faults are returned; only bugs throw. */
export function createHttpGet(parts: HttpGetParts): HttpGet {
  async function tryOnce(request: HttpGetRequest): Promise<GetResult> {
    const { url, owner, spacingMs, signal } = request;
    const resolution = await parts.resolver.resolve(url.hostname, owner);
    if (!resolution.ok) return { ok: false, fault: hostFault(resolution.why) };
    const address = resolution.addresses[0] ?? '';
    let endTurn: () => void;
    try {
      endTurn = await parts.politeness.turn({ owner, domain: siteKey(url), address, spacingMs, signal });
    } catch {
      return { ok: false, fault: pageFault('stopped') };
    }
    let answer: RawAnswer;
    try {
      answer = await exchangePatiently(request);
    } finally {
      endTurn();
    }
    return answer.ok ? decompress(request, answer) : answer;
  }

  /** Asks again if the server seemed to be silent while this process could hardly run, and gives that time back. */
  async function exchangePatiently(request: HttpGetRequest): Promise<RawAnswer> {
    for (let tries = 1; ; tries += 1) {
      const lostTime = measureLostTime();
      const answer = await exchange(parts, request);
      const { tookMs, lostMs, isMuch } = lostTime();
      request.budget.remainingMs -= tookMs;
      countRequest(request.url.hostname, tookMs);
      const isSilent = !answer.ok && answer.fault.code === 'timeout';
      if (!isSilent || !isMuch || tries === MAX_PATIENT_TRIES) return answer;
      request.budget.remainingMs += lostMs;
    }
  }

  async function decompress(request: HttpGetRequest, answer: HttpAnswer): Promise<GetResult> {
    const encoding = String(answer.headers['content-encoding'] ?? '');
    const { body } = answer;
    if (body.length === 0 || encoding === '') return answer;
    const inflated = await parts.cpu.run(request.owner, () =>
      inflate(body, encoding, request.maxInflatedBytes),
    );
    if (inflated instanceof Uint8Array) return { ...answer, body: inflated };
    return { ok: false, fault: pageFault(inflated, answer.status) };
  }

  return async (request) => {
    const refusal = refuseUrl(request.url, parts.policy);
    if (refusal) return { ok: false, fault: refusalFault(refusal) };
    if (parts.avoidedSites.includes(siteKey(request.url))) return { ok: false, fault: pageFault('avoided') };
    const result = await tryOnce(request);
    const wait = request.budget.retries > 0 ? retryWait(result, parts) : null;
    if (wait === null) return result;
    request.budget.retries -= 1;
    // Delays all requests to this site, not just the retry.
    parts.politeness.pause(siteKey(request.url), wait);
    return tryOnce(request);
  };
}

/** Wait before a retry in ms, or null if a retry is pointless. */
function retryWait(result: GetResult, parts: HttpGetParts): number | null {
  if (!result.ok) return result.fault.code === 'cut-off' ? parts.retryPauseMs : null;
  if (result.status !== 429 && result.status < 500) return null;
  const wait = readRetryAfter(result.headers['retry-after']) ?? parts.retryPauseMs;
  return wait <= parts.maxRetryAfterMs ? wait : null;
}

/** RFC 9110 10.2.3: parses seconds or an HTTP date into ms from now. */
function readRetryAfter(value: string | string[] | undefined): number | null {
  if (typeof value !== 'string') return null;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

function hostFault(why: HostError['why']): PageFault {
  if (why === 'not-found') return pageFault('domain-not-found');
  if (why === 'undecided') return pageFault('dns-failed');
  return refusalFault(why);
}

/** Aborts a request for our own reason. */
class FaultError extends Error {
  readonly fault: PageFault;
  constructor(fault: PageFault) {
    super(fault.code);
    this.fault = fault;
  }
}

type Stops = Set<() => void>;
const stopsBySignal = new WeakMap<AbortSignal, Stops>();

/**
 * Stop callbacks of a signal. One listener for all requests is cheaper than adding and removing one for each
 * page.
 */
function signalStops(signal: AbortSignal): Stops {
  const known = stopsBySignal.get(signal);
  if (known) return known;
  const stops: Stops = new Set();
  stopsBySignal.set(signal, stops);
  signal.addEventListener('abort', () => stops.forEach((stop) => void stop()), { once: true });
  return stops;
}

function exchange(parts: HttpGetParts, request: HttpGetRequest): Promise<RawAnswer> {
  const { url, signal } = request;
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve({ ok: false, fault: pageFault('stopped') });
    const reader = new ResponseReader(request, (result) => {
      clearTimeout(timer);
      if (signal) signalStops(signal).delete(stop);
      resolve(result);
    });
    const stop = () => reader.end(pageFault('stopped'));
    const timer = setTimeout(
      () => reader.end(pageFault('timeout', reader.status)),
      Math.max(1, request.budget.remainingMs),
    );
    if (signal) signalStops(signal).add(stop);
    parts.pools.dispatch(
      url.origin,
      {
        method: 'GET',
        path: `${url.pathname}${url.search}`,
        headers: {
          'user-agent': parts.userAgent,
          accept: request.accept,
          'accept-encoding': 'gzip, deflate, br, zstd',
          'accept-language': 'en,*;q=0.5',
          ...(request.cookie === null ? {} : { cookie: request.cookie }),
        },
      },
      reader,
    );
  });
}

/** Collects one response within its limits. */
class ResponseReader implements Dispatcher.DispatchHandler {
  status: number | null = null;
  #headers: Headers = {};
  #chunks: Buffer[] = [];
  #received = 0;
  #controller: Dispatcher.DispatchController | null = null;
  #settled = false;
  readonly #request: HttpGetRequest;
  readonly #settle: (result: RawAnswer) => void;

  constructor(request: HttpGetRequest, settle: (result: RawAnswer) => void) {
    this.#request = request;
    this.#settle = settle;
  }

  /** Ends the request immediately. */
  end(fault: PageFault): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#chunks = [];
    this.#settle({ ok: false, fault });
    this.#controller?.abort(new FaultError(fault));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The request timed out while connecting.
    if (this.#settled) controller.abort(new FaultError(pageFault('timeout')));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < 200) return;
    this.status = status;
    this.#headers = headers;
    const fault = this.#request.checkHead(status, headers);
    if (fault) this.end(fault);
    else if (this.#request.onTooLarge === 'fail') this.#checkContentLength(status, headers);
  }

  #checkContentLength(status: number, headers: Headers): void {
    const declared = Number(headers['content-length']);
    if (this.#readsBody() && declared > this.#request.maxWireBytes) this.end(pageFault('too-large', status));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    this.#received += chunk.length;
    if (!this.#readsBody()) {
      if (this.#received > MAX_IGNORED_BODY_BYTES) {
        this.#finish();
        controller.abort(new FaultError(pageFault('too-large', this.status)));
      }
      return;
    }
    if (this.#received <= this.#request.maxWireBytes) {
      this.#chunks.push(chunk);
    } else if (this.#request.onTooLarge === 'truncate') {
      this.#finish();
      controller.abort(new FaultError(pageFault('too-large', this.status)));
    } else {
      this.end(pageFault('too-large', this.status));
    }
  }

  onResponseEnd(): void {
    this.#finish();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#settled) return;
    if (error instanceof FaultError) this.end(error.fault);
    else if (error instanceof HostError) this.end(hostFault(error.why));
    else this.end(errorFault(error, this.status));
  }

  #readsBody(): boolean {
    return this.status !== null && this.status >= 200 && this.status < 300;
  }

  #finish(): void {
    if (this.#settled || this.status === null) return;
    this.#settled = true;
    const status = this.status;
    const body: Uint8Array = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#settle({ ok: true, status, headers: this.#headers, body });
  }
}
