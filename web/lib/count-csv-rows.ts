/**
 * Counts the rows of a CSV file while it arrives. Line breaks inside quotes don't count, nor does the header.
 * `encoding` is the file's, as its content type names it.
 */
export function createRowCounter(encoding = 'utf-8'): { push(bytes: Uint8Array): void; rows(): number } {
  const decoder = new TextDecoder(encoding);
  let lines = 0;
  let quoted = false;
  let open = false;
  const read = (text: string) => {
    for (const char of text) {
      if (char === '"') quoted = !quoted;
      if (char === '\n' && !quoted) {
        lines += 1;
        open = false;
      } else open = true;
    }
  };
  return {
    push: (bytes) => read(decoder.decode(bytes, { stream: true })),
    rows: () => Math.max(0, lines + (open ? 1 : 0) - 1),
  };
}
