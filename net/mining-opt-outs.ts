import { decodeHtml } from '#engines/page-contacts/decode-html.ts';
import type { CpuShares, Owner } from './cpu-shares.ts';
import type { HttpAnswer, HttpGet } from './http/http-get.ts';
import { headerSignals, pageSignals } from './mining-signals.ts';
import { createOriginFiles, type FileAnswer } from './origin-files.ts';
import { readTdmFile, type TdmFile } from './tdm-file.ts';

export interface MiningOptOutsOptions {
  get: HttpGet;
  cpu: CpuShares;
  /** Our user agent name. */
  product: string;
  budgetMs: number;
  maxRedirects: number;
  /** Maximum number of cached origins. */
  cacheSize?: number;
}

/** Whether sites reserve text and data mining of their pages. */
export interface MiningOptOuts {
  /** By the site's `/.well-known/tdmrep.json`. Never throws; a file that can't be read reserves nothing. */
  coversUrl(
    url: URL,
    request: { owner: Owner; signal: AbortSignal | null; spacingMs: number },
  ): Promise<boolean>;
  /** By the headers of a response and, if it is a page, its meta elements. */
  coversAnswer(answer: HttpAnswer, owner: Owner): Promise<boolean>;
}

const TTL_MS = 3_600_000;
const FAULT_TTL_MS = 30_000;
/** The head of a page, in any encoding. */
const MAX_HEAD_BYTES = 600_000;

/**
 * Follows the TDM Reservation Protocol (a page's meta element replaces its header) and `noai`, which isn't part of it.
 * Stricter than the protocol: a page that the site's file reserves isn't requested, so its header can't allow it.
 */
export function createMiningOptOuts(options: MiningOptOutsOptions): MiningOptOuts {
  const { cpu, product } = options;
  const files = createOriginFiles<TdmFile>({
    ...options,
    path: '/.well-known/tdmrep.json',
    accept: 'application/json,*/*;q=0.5',
    read(answer: FileAnswer) {
      const content = readTdmFile(answer.kind === 'file' ? answer.text : '');
      return { content, size: content.size, ttlMs: answer.kind === 'fault' ? FAULT_TTL_MS : TTL_MS };
    },
  });
  return {
    async coversUrl(url, request) {
      const file = await files.load(url.origin, request);
      return cpu.run(request.owner, () => file.isReserved(url));
    },
    async coversAnswer({ headers, body }, owner) {
      const header = headerSignals(headers, product);
      const type = typeof headers['content-type'] === 'string' ? headers['content-type'] : null;
      const isImage = type?.trim().toLowerCase().startsWith('image/') ?? false;
      const page =
        isImage || body.length === 0
          ? null
          : await cpu.run(owner, () =>
              pageSignals(decodeHtml(body.subarray(0, MAX_HEAD_BYTES), type), product),
            );
      return header.noai || page?.noai === true || (page?.reservation ?? header.reservation) === '1';
    },
  };
}
