import { unstorable } from './unstorable.ts';

/** Parsed JSON, or the error code and message for the caller. */
export type JsonParsing =
  | { ok: true; value: unknown }
  | { ok: false; code: 'bad_json' | 'validation_failed'; message: string };

/** Parses a JSON text in pieces of UTF-8. Large bodies are parsed in a child process. */
export async function parseJsonBytes(pieces: readonly Uint8Array[]): Promise<JsonParsing> {
  const decoder = new TextDecoder();
  let text = '';
  for (const piece of pieces) text += decoder.decode(piece, { stream: true });
  return parseJson(text + decoder.decode());
}

/** Parses a JSON text; an empty one is `{}`. Rejects text that the database can't store. */
export function parseJson(text: string): JsonParsing {
  if (!/\S/.test(text)) return { ok: true, value: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
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
