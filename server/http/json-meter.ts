/** What a JSON text has too much of. */
export type JsonExcess = 'values' | 'depth';

/** Measures a JSON text while its bytes arrive. */
export interface JsonMeter {
  /** Returns what exceeds a limit so far, or null. */
  push(bytes: Uint8Array): JsonExcess | null;
  /** Values and keys so far: at least as many as the text has. */
  readonly values: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_LIST = 0x5d;
const CLOSE_OBJECT = 0x7d;

/**
 * Counts the values and the depth of a JSON text (RFC 8259) before it is parsed: a parsed value takes up to
 * 50 times its bytes in memory. Every value after the first is preceded by a comma, a colon or an opening
 * bracket outside of strings, so these are counted. Doesn't check the syntax.
 */
export function createJsonMeter(limits: { values: number; depth: number }): JsonMeter {
  let values = 1;
  let depth = 0;
  let inString = false;
  let escaped = false;

  return {
    push(bytes) {
      for (let index = 0; index < bytes.length; index += 1) {
        const byte = bytes[index];
        if (inString) {
          if (escaped) escaped = false;
          else if (byte === BACKSLASH) escaped = true;
          else if (byte === QUOTE) inString = false;
        } else if (byte === QUOTE) {
          inString = true;
        } else if (byte === COMMA || byte === COLON) {
          values += 1;
        } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
          values += 1;
          depth += 1;
          if (depth > limits.depth) return 'depth';
        } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
          depth -= 1;
        }
      }
      return values > limits.values ? 'values' : null;
    },
    get values() {
      return values;
    },
  };
}
