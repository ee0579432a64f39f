import { useMemo } from 'react';
import { unreadableNote } from '#engines/csv/decode-csv.ts';

/** How many characters of the text of a file could not be read; nothing if all were. */
export function UnreadableNote({ text }: { text: string }) {
  const note = useMemo(() => unreadableNote(text), [text]);
  return note && <p className="text-sm text-warning tabular-nums">{note}</p>;
}
