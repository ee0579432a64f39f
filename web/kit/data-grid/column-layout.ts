import type { DataColumn } from './data-grid-props.ts';
import type { Window } from './row-window.ts';

/** The narrowest and the widest a column can be made, in px. */
const MIN_COLUMN_PX = 64;
const MAX_COLUMN_PX = 800;
export const COLUMN_STEP_PX = 16;
const OVERSCAN_PX = 140;
/** Pinned columns take at most this part of the width. */
const PINNED_SHARE = 0.5;

/** Where columns are, in px from the left edge of the grid. */
export interface ColumnLayout {
  /** pinned ones first */
  columns: readonly DataColumn[];
  lefts: readonly number[];
  widths: readonly number[];
  /** the width of the row numbers and check boxes */
  gutter: number;
  pinned: number;
  /** the width of the gutter and the pinned columns */
  pinnedPx: number;
  totalPx: number;
}

/** `resized`: a column that is just getting another width. */
export function layOut(
  columns: readonly DataColumn[],
  options: { gutter: number; width: number; resized: { id: string; px: number } | null },
): ColumnLayout {
  const { gutter, width, resized } = options;
  const ordered = [...columns.filter(({ pinned }) => pinned), ...columns.filter(({ pinned }) => !pinned)];
  const widths = ordered.map((column) => limitedWidth(resized?.id === column.id ? resized.px : column.width));
  const lefts: number[] = [];
  let left = gutter;
  for (const px of widths) {
    lefts.push(left);
    left += px;
  }
  let pinned = 0;
  let pinnedPx = gutter;
  for (const [at, column] of ordered.entries()) {
    const next = pinnedPx + (widths[at] ?? 0);
    if (!column.pinned || next > width * PINNED_SHARE) break;
    pinned += 1;
    pinnedPx = next;
  }
  return { columns: ordered, lefts, widths, gutter, pinned, pinnedPx, totalPx: left };
}

export function limitedWidth(px: number): number {
  return Math.round(Math.min(MAX_COLUMN_PX, Math.max(MIN_COLUMN_PX, px)));
}

/**
 * The columns to draw at a scroll position, without the pinned ones: `count` of them, unless there are fewer, as
 * `mostDrawnColumns` says for this width.
 */
export function drawnColumns(layout: ColumnLayout, scrollLeft: number, count: number): Window {
  const start = scrollLeft + layout.pinnedPx - OVERSCAN_PX;
  const last = Math.max(layout.pinned, layout.columns.length - count);
  let from = layout.pinned;
  while (from < last && rightOf(layout, from) <= start) from += 1;
  return { from, to: Math.min(layout.columns.length, from + count) };
}

/** The most columns that are visible at once at this width, with some on each side. */
export function mostDrawnColumns(layout: ColumnLayout, width: number): number {
  const room = width - layout.pinnedPx + 2 * OVERSCAN_PX;
  let most = 0;
  let from = layout.pinned;
  for (let at = layout.pinned; at < layout.columns.length; at += 1) {
    while ((layout.lefts[at] ?? 0) - rightOf(layout, from) >= room) from += 1;
    most = Math.max(most, at - from + 1);
  }
  return most;
}

function rightOf({ lefts, widths }: ColumnLayout, at: number): number {
  return (lefts[at] ?? 0) + (widths[at] ?? 0);
}

/** The column at a place, in px from the left of the visible part; -1 on the gutter, the last one to the right of all. */
export function columnAt(layout: ColumnLayout, x: number, scrollLeft: number): number {
  if (x < layout.gutter) return -1;
  const left = x < layout.pinnedPx ? x : x + scrollLeft;
  const at = layout.lefts.findIndex((_, index) => left < rightOf(layout, index));
  return at < 0 ? layout.columns.length - 1 : at;
}

/**
 * Where a dragged column would go: its new position among the columns on screen, and the px from the left where the line
 * is drawn. It stays among the pinned or the other columns, as before.
 */
export function dropAt(layout: ColumnLayout, dragged: number, x: number, scrollLeft: number) {
  const isPinned = dragged < layout.pinned;
  const first = isPinned ? 0 : layout.pinned;
  const end = isPinned ? layout.pinned : layout.columns.length;
  const left = isPinned ? x : x + scrollLeft;
  let gap = first;
  while (gap < end && left > (layout.lefts[gap] ?? 0) + (layout.widths[gap] ?? 0) / 2) gap += 1;
  const line = gap < end ? (layout.lefts[gap] ?? 0) : rightOf(layout, end - 1);
  return { to: gap > dragged ? gap - 1 : gap, line: isPinned ? line + scrollLeft : line };
}

/** The position in the page's columns of what is at a position on screen. */
export function positionInColumns(
  columns: readonly DataColumn[],
  layout: ColumnLayout,
  onScreen: number,
): number {
  return columns.findIndex(({ id }) => id === layout.columns[onScreen]?.id);
}
