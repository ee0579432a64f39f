/** Parsed JSON, or the error code and message for the caller. */
export type JsonParsing =
  | { ok: true; value: unknown }
  | { ok: false; code: 'bad_json' | 'validation_failed'; message: string };

/** Parses a JSON text in pieces of UTF-8. Large bodies are parsed in a child process. */
export async function parseJsonBytes(pieces: readonly Uint8Array[]): Promise<JsonParsing> {
  const text = utf8Text(pieces);
  return text === null ? { ok: false, code: 'bad_json', message: NOT_UTF8 } : parseJson(text);
}

/** The message for a body with bytes that aren't UTF-8. */
export const NOT_UTF8 =
  "The request body isn't in UTF-8, the encoding of JSON. Nothing was changed. Encode it as UTF-8, and send it again.";

/** A text in pieces of UTF-8, without a byte order mark; null if they aren't UTF-8 (RFC 8259 §8.1). */
export function utf8Text(pieces: readonly Uint8Array[]): string | null {
  // Otherwise, each wrong byte becomes U+FFFD, and what it was is lost.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    let text = '';
    for (const piece of pieces) text += decoder.decode(piece, { stream: true });
    return text + decoder.decode();
  } catch {
    return null;
  }
}

/**
 * Parses a JSON text; an empty one is `{}`. Rejects text that the database can't store. `longNumbers`: integers of more than 15 digits
 * become texts with all of their digits, of which numbers in JavaScript lose the last ones.
 */
export function parseJson(text: string, { longNumbers = false } = {}): JsonParsing {
  if (!/\S/.test(text)) return { ok: true, value: {} };
  let value: unknown;
  try {
    value = longNumbers && /\d{16}/.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch {
    return {
      ok: false,
      code: 'bad_json',
      message: "The request body isn't valid JSON. Nothing was started.",
    };
  }
  const message = unstorable(value);
  return message === null ? { ok: true, value } : { ok: false, code: 'validation_failed', message };
}

function keepDigits(_key: string, value: unknown, { source = '' }: { source?: string } = {}): unknown {
  return typeof value === 'number' && /^-?\d{16,}$/.test(source) ? source : value;
}

/** The deepest nesting of a body. */
export const MAX_JSON_DEPTH = 32;
export const TOO_DEEP = `The request body is nested more than ${MAX_JSON_DEPTH} levels deep.`;

/** The message for text that PostgreSQL can't store. */
export const UNSTORABLE = 'Text must not contain NUL or invalid Unicode characters.';

const RESERVED_NAME = 'A field or column can’t be called __proto__. Give it another name.';

/**
 * Why a value from outside can't be stored, or null. PostgreSQL can't store U+0000 or lone surrogates, deep
 * nesting could exhaust the stack, and zod leaves out a field `__proto__` without a word.
 */
export function unstorable(root: unknown): string | null {
  const pending: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') {
      const problem = unstorableText(value);
      if (problem !== null) return problem;
    } else if (typeof value === 'object' && value !== null) {
      if (depth >= MAX_JSON_DEPTH) return TOO_DEEP;
      for (const [key, inner] of Object.entries(value)) {
        const problem = key === '__proto__' ? RESERVED_NAME : unstorableText(key);
        if (problem !== null) return problem;
        pending.push({ value: inner, depth: depth + 1 });
      }
    }
  }
  return null;
}

function unstorableText(text: string): string | null {
  // The first bytes of a ZIP file, such as an .xlsx workbook.
  if (text.startsWith('PK\u0003\u0004'))
    return 'This is a spreadsheet, not a CSV file. Save it as “CSV UTF-8” and upload that file.';
  if (text.includes('\0') || !text.isWellFormed()) return UNSTORABLE;
  return null;
}
