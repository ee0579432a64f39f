/** The last line with text above the line of an offset, or with `nth` 2 the one above that, within `chars`. Empty: there is none. */
export function lineAbove(text: string, offset: number, chars: number, nth: 1 | 2 = 1): string {
  const lines = text
    .slice(Math.max(0, offset - chars), offset)
    .split('\n')
    .slice(0, -1);
  return (
    lines
      .filter((line) => line.trim() !== '')
      .at(-nth)
      ?.trim() ?? ''
  );
}

/** The text before an offset in its line and some lines above. */
export function linesAbove(text: string, offset: number, lines: number): string {
  let from = offset;
  for (let line = 0; line <= lines && from > 0; line += 1) from = text.lastIndexOf('\n', from - 1);
  return text.slice(Math.max(0, from), offset);
}
