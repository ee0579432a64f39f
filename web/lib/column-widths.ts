import { useMemo } from 'react';
import { z } from 'zod';
import { type Persistence, usePersistedState } from './use-persisted-state.ts';

export const MIN_COLUMN_PX = 64;
export const MAX_COLUMN_PX = 800;
const KEY_STEP_PX = 16;

/** Widths that the user chose, in px by column id. Empty: all columns have the widths of their page. */
export type ColumnWidths = Readonly<Record<string, number>>;

const Widths = z.record(z.string(), z.number().min(MIN_COLUMN_PX).max(MAX_COLUMN_PX));

/**
 * The widths after a change of one column. `shown` has the current widths of all columns on screen: they are
 * kept, so that only this column changes.
 */
export function resizedColumn(
  widths: ColumnWidths,
  shown: ColumnWidths,
  { column, px }: { column: string; px: number },
): ColumnWidths {
  const kept = Object.entries({ ...shown, ...widths, [column]: px });
  return Object.fromEntries(kept.map(([id, width]) => [id, limited(width)]));
}

function limited(px: number): number {
  return Math.round(Math.min(MAX_COLUMN_PX, Math.max(MIN_COLUMN_PX, px)));
}

/** The width of a column after a key press on its edge; null for keys that don't change it. */
export function widthAfterKey(key: string, px: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return limited(px - KEY_STEP_PX);
    case 'ArrowRight':
      return limited(px + KEY_STEP_PX);
    case 'Home':
      return MIN_COLUMN_PX;
    case 'End':
      return MAX_COLUMN_PX;
    default:
      return null;
  }
}

/** The width in px that a class such as `lg:w-52` sets, at the default text size. */
export function widthOfClass(classes: string | undefined): number {
  const [, units] = /\bw-(\d+)$/.exec(classes ?? '') ?? [];
  return Number(units ?? 40) * 4;
}

/** The column widths of a table, saved in this browser under `key`. */
export function useColumnWidths(key: string) {
  const persistence = useMemo(
    (): Persistence<ColumnWidths> => ({
      key,
      parse: (saved) => {
        try {
          return Widths.parse(JSON.parse(saved ?? '{}'));
        } catch {
          return {};
        }
      },
      format: (widths) => (Object.keys(widths).length > 0 ? JSON.stringify(widths) : null),
      // A drag changes them many times a second.
      atOnce: () => false,
    }),
    [key],
  );
  return usePersistedState(persistence);
}
