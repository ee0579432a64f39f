/** Lines of cells as text with aligned columns. The first line has the headings. */
export function textTable(lines: readonly (readonly string[])[]): string {
  // Names can have any character.
  const plain = lines.map((cells) => cells.map((cell) => cell.replace(/\p{C}/gu, ' ')));
  const widths = plain[0]?.map((_, at) => Math.max(...plain.map((cells) => cells[at]?.length ?? 0))) ?? [];
  return plain
    .map(
      (cells) =>
        `${cells
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
