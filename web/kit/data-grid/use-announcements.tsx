import { useEffect, useRef, useState } from 'react';
import { isSame, rangeOf, type Selection, sizeText } from './cell-selection.ts';

/** A range that is being dragged changes many times; screen readers should hear its last size only. */
const SELECTION_AFTER_MS = 400;

/** What the grid tells screen readers: messages, and the size of a selected range. Render `region` once. */
export function useAnnouncements(selection: Selection) {
  const [message, setMessage] = useState({ text: '' });
  const last = useRef(selection);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** A message came with this change, which says more than the size. */
  const said = useRef(false);
  useEffect(() => {
    const before = last.current;
    last.current = selection;
    if (before === selection || said.current) return;
    const range = rangeOf(selection);
    const isRange = range !== null && !isSame(selection.cursor, selection.end);
    if (!isRange && isSame(before.cursor, before.end)) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => setMessage({ text: isRange ? `${sizeText(range)} selected` : '1 cell selected' }),
      SELECTION_AFTER_MS,
    );
  }, [selection]);
  useEffect(() => {
    said.current = false;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    announce(text: string): void {
      clearTimeout(timer.current);
      said.current = true;
      setMessage({ text });
    },
    region: (
      <p role="status" className="sr-only">
        {message.text}
      </p>
    ),
  };
}
