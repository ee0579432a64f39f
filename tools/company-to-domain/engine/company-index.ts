/** A domain that an index lists for a name. */
export interface IndexEntry {
  domain: string;
  /** ISO code; null if unknown or international */
  country: string | null;
}

/** Names and domains of known companies, searchable without parsing them. */
export interface CompanyIndex {
  /** sources and licenses of the facts */
  readonly credits: string;
  readonly names: number;
  /** `key` is from `nameKey`. Entries of a name that several organizations share are all returned. */
  find(key: string): IndexEntry[];
}

const NEWLINE = 10;
const TAB = 9;

/**
 * Opens an index: UTF-8 lines sorted by bytes, `key TAB domain|CC domain ...`, after a first line with the
 * credits. Searched in place by halves, since a map of 100,000 names would cost 30 MB. Throws if it isn't an
 * index.
 */
export function openCompanyIndex(bytes: Uint8Array): CompanyIndex {
  const start = bytes.indexOf(NEWLINE) + 1;
  const header = new TextDecoder().decode(bytes.subarray(0, Math.max(0, start - 1)));
  const [mark, names, credits] = header.split('\t');
  if (mark !== 'companies 1' || credits === undefined) throw new Error('This is not an index of companies.');
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  /** The start of the line that has the byte at `at`. */
  function lineStart(index: number): number {
    let from = index;
    while (from > start && bytes[from - 1] !== NEWLINE) from -= 1;
    return from;
  }

  /** Compares the key of the line at `from` with the wanted one. */
  function compare(from: number, wanted: Uint8Array): number {
    for (let index = 0; ; index += 1) {
      const said = bytes[from + index] ?? TAB;
      const isEnd = said === TAB || said === NEWLINE;
      const want = wanted[index];
      if (want === undefined) return isEnd ? 0 : 1;
      if (isEnd) return -1;
      if (said !== want) return said - want;
    }
  }

  return {
    credits,
    names: Number(names),
    find(key) {
      const wanted = encoder.encode(key);
      if (wanted.length === 0) return [];
      let low = start;
      let high = bytes.length;
      while (low < high) {
        const from = lineStart((low + high) >> 1);
        const order = compare(from, wanted);
        let end = bytes.indexOf(NEWLINE, from);
        if (end < 0) end = bytes.length;
        if (order === 0) {
          const line = decoder.decode(bytes.subarray(from + wanted.length + 1, end));
          return line.split(' ').map((entry) => {
            const [domain = '', country] = entry.split('|');
            return { domain, country: country || null };
          });
        }
        if (order < 0) low = end + 1;
        else high = from;
      }
      return [];
    },
  };
}

/** One name of the index while it is built. */
export interface IndexedName {
  key: string;
  entries: readonly IndexEntry[];
}

/** Writes the text of an index. Keys must be distinct. */
export function writeCompanyIndex(names: readonly IndexedName[], credits: string): Uint8Array {
  const encoder = new TextEncoder();
  const lines = names.map(({ key, entries }) => ({
    key: encoder.encode(key),
    text: `${key}\t${entries.map(({ domain, country }) => (country ? `${domain}|${country}` : domain)).join(' ')}`,
  }));
  lines.sort((left, right) => compareBytes(left.key, right.key));
  return encoder.encode(
    `companies 1\t${names.length}\t${credits}\n${lines.map(({ text }) => text).join('\n')}\n`,
  );
}

function compareBytes(left: Uint8Array, right: Uint8Array): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
