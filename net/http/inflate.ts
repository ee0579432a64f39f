import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';

type Inflater = (wire: Uint8Array, maxOutputLength: number) => Uint8Array;

// Sync flush accepts truncated data, as browsers do.
const gzip: Inflater = (wire, maxOutputLength) =>
  gunzipSync(wire, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });

const deflate: Inflater = (wire, maxOutputLength) => {
  const options = { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH };
  // RFC 9110 8.4.1.2 requires the zlib format, but some servers send raw deflate without a zlib header.
  return ((wire[0] ?? 0) & 0x0f) === 8 ? inflateSync(wire, options) : inflateRawSync(wire, options);
};

const brotli: Inflater = (wire, maxOutputLength) =>
  brotliDecompressSync(wire, { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH });

const zstd: Inflater = (wire, maxOutputLength) => zstdDecompressSync(wire, { maxOutputLength });

const INFLATERS: ReadonlyMap<string, Inflater> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', deflate],
  ['br', brotli],
  ['zstd', zstd],
]);

/** More encodings would be an attack, because each is a full pass over the page. */
const MAX_ENCODINGS = 2;

/**
 * Decompresses a body by its Content-Encoding header. zlib stops at `maxBytes`, which limits zip bombs. It is
 * synchronous because 2 MB in and 5 MB out take about 15 ms, and streams would cost the many small pages
 * more.
 */
export function inflate(
  wire: Uint8Array,
  contentEncoding: string,
  maxBytes: number,
): Uint8Array | 'too-large' | 'invalid-answer' {
  const encodings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
  if (encodings.length > MAX_ENCODINGS) return 'invalid-answer';
  let content = wire;
  for (const encoding of encodings.reverse()) {
    const inflater = INFLATERS.get(encoding);
    if (!inflater) return 'invalid-answer';
    if (content.length === 0) return content;
    try {
      content = inflater(content, maxBytes);
    } catch (error) {
      const tooLarge =
        error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
      return tooLarge ? 'too-large' : 'invalid-answer';
    }
  }
  return content;
}
