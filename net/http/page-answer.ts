import type { HttpAnswer } from './http-get.ts';
import { type PageFault, pageFault, statusFault } from './page-fault.ts';

/** The result of fetching a page. `url` is the final URL after redirects. */
export type FetchedPage =
  | { read: true; url: string; status: number; contentType: string | null; bytes: Uint8Array }
  | ({ read: false; url: string } & PageFault);

/** What a request accepts, and how its answer is read. */
export interface WantedAnswer {
  accept: string;
  maxWireBytes: number;
  maxInflatedBytes: number;
  /** refuses redirects to other sites */
  sameSite: boolean;
  /** Rejects an answer before its body is read; null for a good one. */
  checkHead(status: number, headers: HttpAnswer['headers']): PageFault | null;
  read(answer: HttpAnswer, url: URL): FetchedPage;
}

/** A web page. Limits in bytes, before and after it is inflated. */
export function wantedPage(limits: { maxWireBytes: number; maxInflatedBytes: number }): WantedAnswer {
  return {
    accept: 'text/html,application/xhtml+xml;q=0.9',
    maxWireBytes: limits.maxWireBytes,
    maxInflatedBytes: limits.maxInflatedBytes,
    sameSite: false,
    checkHead: headFault,
    read: readPage,
  };
}

/** An image of at most `maxBytes`. What its bytes are isn't checked. */
export function wantedImage(maxBytes: number): WantedAnswer {
  return {
    accept: 'image/png,image/webp,image/jpeg,image/*;q=0.5',
    maxWireBytes: maxBytes,
    maxInflatedBytes: maxBytes,
    sameSite: true,
    checkHead: challengeFault,
    read: readImage,
  };
}

const HTML_TYPES = ['text/html', 'application/xhtml+xml', 'application/vnd.wap.xhtml+xml'];

function challengeFault(status: number, headers: HttpAnswer['headers']): PageFault | null {
  return headers['cf-mitigated'] === 'challenge' ? pageFault('blocked', status, `${status}`) : null;
}

/** Rejects a response that isn't an HTML page before its body is read. */
function headFault(status: number, headers: HttpAnswer['headers']): PageFault | null {
  const challenge = challengeFault(status, headers);
  if (challenge) return challenge;
  if (status < 200 || status >= 300) return null;
  const type = mediaType(headers['content-type']);
  if (type !== null && !HTML_TYPES.includes(type)) return pageFault('not-html', status, type.slice(0, 60));
  if (/^\s*attachment/i.test(String(headers['content-disposition'] ?? '')))
    return pageFault('not-html', status);
  return null;
}

function mediaType(header: string | string[] | undefined): string | null {
  const type = String(header ?? '')
    .split(/[;,]/, 1)[0]!
    .trim()
    .toLowerCase();
  return type === '' ? null : type;
}

function readPage(answer: HttpAnswer, url: URL): FetchedPage {
  const { status, headers, body } = answer;
  const failed = (fault: PageFault): FetchedPage => ({ read: false, url: url.href, ...fault });
  if (status < 200 || status >= 300) return failed(statusFault(status));
  if (body.length === 0) return failed(pageFault('empty', status));
  const contentType = typeof headers['content-type'] === 'string' ? headers['content-type'] : null;
  if (mediaType(contentType ?? undefined) === null && !startsLikeMarkup(body))
    return failed(pageFault('not-html', status));
  return { read: true, url: url.href, status, contentType, bytes: body };
}

function readImage({ status, headers, body }: HttpAnswer, url: URL): FetchedPage {
  if (status < 200 || status >= 300) return { read: false, url: url.href, ...statusFault(status) };
  if (body.length === 0) return { read: false, url: url.href, ...pageFault('empty', status) };
  const contentType = typeof headers['content-type'] === 'string' ? headers['content-type'] : null;
  return { read: true, url: url.href, status, contentType, bytes: body };
}

/** Detects markup without a content type: `<` after white space, byte order marks and UTF-16 zeros. */
function startsLikeMarkup(body: Uint8Array): boolean {
  const skipped = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xfe, 0xff]);
  return body.find((byte) => !skipped.has(byte)) === 0x3c;
}
