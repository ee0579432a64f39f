import type { LucideIcon } from 'lucide-react';

/** Groups of the palette, in order. */
export const PALETTE_GROUPS = ['New task', 'Go to', 'Tasks', 'Lists', 'Downloads', 'Actions'] as const;
export type PaletteGroup = (typeof PALETTE_GROUPS)[number];

/** A line of the palette. */
export interface PaletteItem {
  id: string;
  group: PaletteGroup;
  label: string;
  /** Shown to the right of the label. */
  detail?: string;
  /** Other words that find it. */
  words?: string;
  icon: LucideIcon;
  /** Its shortcut, as in lib/key-presses.ts. */
  keys?: string | undefined;
  run: () => void;
}
