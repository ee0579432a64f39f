import { useState } from 'react';
import { z } from 'zod';
import type { ColumnView } from './grid-columns.ts';

const Stored = z.object({
  hidden: z.array(z.string()),
  widths: z.record(z.string(), z.number()),
  pinned: z.array(z.string()),
  // Earlier versions stored the lists in use, which lack those that were made later. They are forgotten.
  turnedOff: z.array(z.string()).default([]),
});
const EMPTY: ColumnView = { hidden: [], widths: {}, pinned: [], turnedOff: [] };

/** What a person chose about the columns of a list: kept in this browser. */
export function useColumnView(id: string): [ColumnView, (change: Partial<ColumnView>) => void] {
  const key = `leadwell:list-columns:${id}`;
  const [view, setView] = useState<ColumnView>(() => read(key));
  return [
    view,
    (change) =>
      setView((before) => {
        const next = { ...before, ...change };
        try {
          localStorage.setItem(key, JSON.stringify(next));
        } catch {
          // Private windows keep nothing.
        }
        return next;
      }),
  ];
}

function read(key: string): ColumnView {
  try {
    return Stored.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null')).data ?? EMPTY;
  } catch {
    return EMPTY;
  }
}
