/** How far to search for a declared encoding (WHATWG HTML, prescan a byte stream). */
const PRESCAN_BYTES = 4096;
const SNIFF_BYTES = 65_536;
/** Minimum share of ASCII characters at the start of a UTF-16 page. */
const MIN_ASCII_SHARE = 0.2;

/**
 * Decodes HTML bytes (WHATWG HTML, encoding sniffing algorithm): by byte order mark, then the charset of the
 * Content-Type header, then a meta declaration in the first 4 KB, then by content: UTF-16 without a mark,
 * valid UTF-8, Shift_JIS, else windows-1252. Never throws; undecodable bytes become U+FFFD.
 */
export function decodeHtml(bytes: Uint8Array, contentType: string | null): string {
  const marked = fromByteOrderMark(bytes);
  if (marked) return decodeAs(marked, bytes);
  const declared = knownEncoding(charsetParameter(contentType ?? '')) ?? prescan(bytes);
  if (!declared) return decodeAs(guessEncoding(bytes), bytes);
  if (declared === 'utf-8') {
    // Many pages are wrongly declared as UTF-8, because servers add the header to every file.
    const strict = decodeStrictUtf8(bytes);
    return strict ?? (mostlyUtf8(bytes) ? decodeAs('utf-8', bytes) : decodeAs(guessEncoding(bytes), bytes));
  }
  // Templates often declare a single-byte Latin charset for pages that are actually UTF-8.
  if (declared === 'windows-1252' && hasMultiByte(bytes)) {
    const strict = decodeStrictUtf8(bytes);
    if (strict !== null) return strict;
  }
  return decodeAs(declared, bytes);
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes);
}

const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true });

function decodeStrictUtf8(bytes: Uint8Array): string | null {
  try {
    return STRICT_UTF8.decode(bytes);
  } catch {
    return null;
  }
}

function fromByteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return null;
}

/** The charset of `text/html; charset="x"`, or ''. */
function charsetParameter(contentType: string): string {
  return /charset\s*=\s*["']?\s*([^\s"';>]+)/i.exec(contentType)?.[1] ?? '';
}

/** Normalizes an encoding label. Null if the Encoding Standard doesn't define it. */
function knownEncoding(label: string): string | null {
  if (!label) return null;
  if (/^utf-?8$/i.test(label)) return 'utf-8';
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

const LATIN1 = new TextDecoder('latin1');

function asciiSlice(bytes: Uint8Array, end: number): string {
  return LATIN1.decode(bytes.subarray(0, end));
}

/**
 * The encoding in a meta element or XML declaration. UTF-16 means UTF-8 here, because the declaration is
 * readable as ASCII.
 */
function prescan(bytes: Uint8Array): string | null {
  const head = asciiSlice(bytes, PRESCAN_BYTES);
  const xml = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([^"']{1,40})["']/i.exec(head)?.[1];
  const name = metaCharset(head) ?? (xml ? knownEncoding(xml) : null);
  if (name === 'utf-16le' || name === 'utf-16be') return 'utf-8';
  return name === 'x-user-defined' ? 'windows-1252' : name;
}

function metaCharset(head: string): string | null {
  const lower = head.toLowerCase();
  let index = 0;
  for (;;) {
    const comment = lower.indexOf('<!--', index);
    const meta = lower.indexOf('<meta', index);
    if (meta < 0) return null;
    if (comment >= 0 && comment < meta) {
      const end = lower.indexOf('-->', comment + 2);
      if (end < 0) return null;
      index = end + 3;
      continue;
    }
    const close = lower.indexOf('>', meta);
    const tag = lower.slice(meta, close < 0 ? undefined : close);
    const encoding = knownEncoding(charsetParameter(tag));
    if (encoding) return encoding;
    if (close < 0) return null;
    index = close;
  }
}

function guessEncoding(bytes: Uint8Array): string {
  const utf16 = guessUtf16(bytes);
  if (utf16) return utf16;
  if (decodeStrictUtf8(bytes) !== null || mostlyUtf8(bytes)) return 'utf-8';
  return looksLikeShiftJis(bytes) ? 'shift_jis' : 'windows-1252';
}

/** In UTF-16, every second byte of markup is zero. Other encodings have almost no zeros. */
function guessUtf16(bytes: Uint8Array): string | null {
  const end = Math.min(bytes.length, 1024) & ~1;
  if (end < 8) return null;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < end; i += 2) {
    if (bytes[i] === 0) even += 1;
    if (bytes[i + 1] === 0) odd += 1;
  }
  const pairs = end / 2;
  if (odd > pairs * MIN_ASCII_SHARE && even * 10 < odd) return 'utf-16le';
  if (even > pairs * MIN_ASCII_SHARE && odd * 10 < even) return 'utf-16be';
  return null;
}

function hasMultiByte(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte >= 0xc2);
}

/** Whether almost all non-ASCII bytes are well-formed UTF-8; tolerates a few broken or cut characters. */
function mostlyUtf8(bytes: Uint8Array): boolean {
  let good = 0;
  let bad = 0;
  const end = Math.min(bytes.length, SNIFF_BYTES);
  for (let i = 0; i < end; ) {
    const byte = bytes[i]!;
    if (byte < 0x80) {
      i += 1;
      continue;
    }
    const length = byte >= 0xf0 && byte < 0xf5 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 0;
    let fits = length > 0 && byte < 0xf5;
    for (let k = 1; fits && k < length; k += 1) fits = ((bytes[i + k] ?? 0) & 0xc0) === 0x80;
    if (fits) good += 1;
    else bad += 1;
    i += fits ? length : 1;
  }
  return good > 0 && bad * 10 <= good;
}

/** Whether every non-ASCII byte fits Shift_JIS, with enough kana (JIS X 0208, Shift encoding). */
function looksLikeShiftJis(bytes: Uint8Array): boolean {
  let kana = 0;
  let pairs = 0;
  const end = Math.min(bytes.length, SNIFF_BYTES);
  for (let i = 0; i < end; i += 1) {
    const lead = bytes[i]!;
    if (lead < 0x80 || (lead >= 0xa1 && lead <= 0xdf)) continue;
    if (!((lead >= 0x81 && lead <= 0x9f) || (lead >= 0xe0 && lead <= 0xfc))) return false;
    if (i + 1 >= end) break;
    const trail = bytes[i + 1]!;
    if (trail < 0x40 || trail === 0x7f || trail > 0xfc) return false;
    pairs += 1;
    if (lead === 0x82 || lead === 0x83) kana += 1;
    i += 1;
  }
  // About a third of Japanese text is kana; windows-1252 text that happens to fit has none.
  return pairs >= 2 && kana * 10 >= pairs;
}
