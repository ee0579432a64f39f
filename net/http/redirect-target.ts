import type { HttpAnswer } from './http-get.ts';

type Answer = Pick<HttpAnswer, 'status' | 'headers'>;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Whether an answer sends the reader to another address, which may be no URL. */
export function isRedirect({ status, headers }: Answer): boolean {
  return REDIRECTS.has(status) && headers.location !== undefined;
}

/** Where an answer sends the reader, without a fragment. Null: nowhere, or not to a URL. */
export function redirectTarget(answer: Answer, from: URL | string): URL | null {
  const { location: written } = answer.headers;
  if (!isRedirect(answer) || typeof written !== 'string') return null;
  // Some servers send the bytes of a path as they are, in UTF-8 or another encoding. Headers have a character for each byte.
  const location = written.replace(/[\x80-\xff]/g, (byte) => encodeByte(byte.charCodeAt(0)));
  if (!URL.canParse(location, String(from))) return null;
  const target = new URL(location, from);
  target.hash = '';
  return target;
}

function encodeByte(byte: number): string {
  return `%${byte.toString(16).toUpperCase()}`;
}
