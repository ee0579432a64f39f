import { cellCount, rangeOf, type Selection, sizeText } from './cell-selection.ts';
import { type GridContent, loadedTexts, MAX_COPIED_CELLS, ROWS_MISSING, rangeTexts } from './cell-texts.ts';
import { formatHtmlTable, formatTsv } from './clipboard-table.ts';

interface CopySource {
  content: GridContent;
  selection: Selection;
  announce: (message: string) => void;
  refuse: (message: string) => void;
}

/** Of the browser or of React. */
type CopyEvent = Pick<ClipboardEvent, 'clipboardData' | 'preventDefault'>;

const BLOCKED = 'Your browser blocked copying. Copy fewer rows, or export the list.';
const TOO_MANY = `Copy at most ${MAX_COPIED_CELLS.toLocaleString('en-US')} cells at once, or export the list.`;

/** Copies the selected cells as a table. Rows that aren't loaded are read first, which needs the newer clipboard API. */
export function useGridCopy({ content, selection, announce, refuse }: CopySource) {
  const range = rangeOf(selection);

  /** Puts the cells into the clipboard of a copy event. Returns whether they are there now; others follow later. */
  const onCopy = (event: CopyEvent, headers = false): boolean => {
    if (!range) return false;
    event.preventDefault();
    if (cellCount(range) > MAX_COPIED_CELLS) {
      refuse(TOO_MANY);
      return false;
    }
    const done = () => announce(`${sizeText(range)} copied${headers ? ' with headers' : ''}`);
    const columns = content.columns.slice(range.left, range.right + 1);
    const formatted = (texts: string[][]) => {
      const rows = headers ? [columns.map(({ header }) => header), ...texts] : texts;
      const numbers = columns.map(({ type }) => type === 'number');
      return { plain: formatTsv(rows), html: formatHtmlTable({ rows, headers, numbers }) };
    };
    const texts = loadedTexts(content, range);
    if (texts) {
      const { plain, html } = formatted(texts);
      event.clipboardData?.setData('text/plain', plain);
      event.clipboardData?.setData('text/html', html);
      done();
      return true;
    }
    announce(`Copying ${sizeText(range)}`);
    const later = rangeTexts(content, range).then(formatted);
    writeLater(later).then(done, () =>
      // The browser reports its own error also if the rows are what failed.
      later.then(
        () => refuse(BLOCKED),
        () => refuse(ROWS_MISSING),
      ),
    );
    return false;
  };

  const copy = (headers: boolean) => {
    // Makes a copy event, which needs no permission. Nothing else can copy on a page without HTTPS. The browser says that
    // it is about the selected text, so it doesn't come to the grid by itself.
    const listener = (event: ClipboardEvent) => {
      event.stopPropagation();
      onCopy(event, headers);
    };
    document.addEventListener('copy', listener, { capture: true, once: true });
    if (!document.execCommand('copy')) refuse(BLOCKED);
    document.removeEventListener('copy', listener, { capture: true });
  };
  return { onCopy, copy };
}

/** Promised texts keep the permission of the key press, so that slow rows can still be copied. */
async function writeLater(content: Promise<{ plain: string; html: string }>): Promise<void> {
  const part = (type: string, text: (content: { plain: string; html: string }) => string) => ({
    [type]: content.then((all) => new Blob([text(all)], { type })),
  });
  await navigator.clipboard.write([
    new ClipboardItem({
      ...part('text/plain', ({ plain }) => plain),
      ...part('text/html', ({ html }) => html),
    }),
  ]);
}
