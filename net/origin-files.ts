import { LRUCache } from 'lru-cache';
import type { CpuShares, Owner } from './cpu-shares.ts';
import type { HttpGet } from './http/http-get.ts';
import type { PageFault } from './http/page-fault.ts';
import { isRedirect, redirectTarget } from './http/redirect-target.ts';

/**
 * How a server answered for its file. `refused`: a status outside 200–299. `lost`: redirects that lead to no file.
 */
export type FileAnswer =
  | { kind: 'file'; text: string }
  | { kind: 'refused'; status: number }
  | { kind: 'lost' }
  | { kind: 'fault'; fault: PageFault };

/** What a file says, and how long that stays true. */
export interface OriginFile<Content> {
  content: Content;
  /** approximate memory in bytes */
  size: number;
  ttlMs: number;
}

export interface OriginFilesOptions<Content> {
  get: HttpGet;
  cpu: CpuShares;
  /** where each origin has the file, as `/robots.txt` */
  path: string;
  accept: string;
  budgetMs: number;
  maxRedirects: number;
  /** Maximum number of cached origins. */
  cacheSize?: number;
  /** What an answer means. Runs in the owner's share of the CPU. */
  read(answer: FileAnswer): OriginFile<Content>;
}

/** A file that each origin has at the same path. */
export interface OriginFiles<Content> {
  /** Fetches the file of an origin once for all concurrent calls of an owner. Never throws. */
  load(origin: string, request: FileRequest): Promise<Content>;
}

interface FileRequest {
  owner: Owner;
  signal: AbortSignal | null;
  /** Minimum time between two requests to the site. */
  spacingMs: number;
}

const CACHE_SIZE = 2_000;
/** RFC 9309 2.5 requires parsing at least 500 KiB. */
const MAX_BYTES = 512_000;
const MAX_INFLATED_BYTES = 5_000_000;
/** Memory of all cached files, approximately. */
const MAX_CACHED_BYTES = 32_000_000;

interface Entry<Content> extends OriginFile<Content> {
  /** when it expires, in ms since the epoch */
  until: number;
  /** the caller that started the fetch was aborted */
  stopped: boolean;
}

/** Keeps what the files of origins say. Longer files are read up to their first 512,000 bytes. */
export function createOriginFiles<Content extends object>(
  options: OriginFilesOptions<Content>,
): OriginFiles<Content> {
  const cache = new LRUCache<string, Entry<Content>>({
    max: options.cacheSize ?? CACHE_SIZE,
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ size }) => size,
  });
  // One fetch per owner: the fetch of another owner may wait for many of its other requests.
  const loading = new Map<string, Promise<Entry<Content>>>();

  /** The answer, and the origin whose own file it is, too. */
  async function fetchFile(
    origin: string,
    { owner, signal, spacingMs }: FileRequest,
  ): Promise<{ answer: { bytes: Uint8Array } | Exclude<FileAnswer, { kind: 'file' }>; alsoOf: string }> {
    const budget = { remainingMs: options.budgetMs, retries: 1 };
    let url = new URL(options.path, origin);
    for (let hop = 0; hop <= options.maxRedirects; hop += 1) {
      const alsoOf = url.pathname === options.path ? url.origin : origin;
      const result = await options.get({
        url,
        owner,
        accept: options.accept,
        budget,
        maxWireBytes: MAX_BYTES,
        maxInflatedBytes: MAX_INFLATED_BYTES,
        onTooLarge: 'truncate',
        cookie: null,
        spacingMs,
        signal,
        checkHead: () => null,
      });
      if (!result.ok) return { answer: { kind: 'fault', fault: result.fault }, alsoOf: origin };
      const { status, body } = result;
      if (isRedirect(result)) {
        const target = redirectTarget(result, url);
        if (!target) return { answer: { kind: 'lost' }, alsoOf };
        url = target;
        continue;
      }
      if (status < 200 || status >= 300) return { answer: { kind: 'refused', status }, alsoOf: origin };
      return { answer: { bytes: body.subarray(0, MAX_BYTES) }, alsoOf };
    }
    return { answer: { kind: 'lost' }, alsoOf: origin };
  }

  async function fetchEntry(origin: string, request: FileRequest): Promise<Entry<Content>> {
    const { answer, alsoOf } = await fetchFile(origin, request);
    const stopped = 'fault' in answer && answer.fault.code === 'stopped';
    const file = await options.cpu.run(request.owner, () =>
      options.read(
        'bytes' in answer ? { kind: 'file', text: new TextDecoder().decode(answer.bytes) } : answer,
      ),
    );
    const entry = { ...file, until: Date.now() + (stopped ? 0 : file.ttlMs), stopped };
    // After a redirect to https or www, this is also the target origin's own file.
    if ('bytes' in answer && alsoOf !== origin && !cache.has(alsoOf)) cache.set(alsoOf, entry);
    return entry;
  }

  async function loadEntry(origin: string, request: FileRequest): Promise<Entry<Content>> {
    const known = cache.get(origin);
    if (known && known.until > Date.now()) return known;
    const key = `${request.owner ?? ''} ${origin}`;
    let fetched = loading.get(key);
    if (!fetched) {
      fetched = fetchEntry(origin, request).finally(() => loading.delete(key));
      loading.set(key, fetched);
    }
    const entry = await fetched;
    if (entry.until > Date.now()) cache.set(origin, entry);
    return entry;
  }

  return {
    async load(origin, request) {
      for (;;) {
        const { content, stopped } = await loadEntry(origin, request);
        // The caller that started this fetch was aborted; this one wasn't, so retry.
        if (!stopped || request.signal?.aborted) return content;
      }
    },
  };
}
