import type { LucideIcon } from 'lucide-react';
import { foldedText } from '#tools/list-tool/row-text.ts';

/** Groups of the palette, in order. */
export const PALETTE_GROUPS = ['New task', 'Go to', 'Tasks', 'Lists', 'Downloads', 'Actions'] as const;
type PaletteGroup = (typeof PALETTE_GROUPS)[number];

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
  /** Its shortcut, as in key-presses.ts. */
  keys?: string | undefined;
  run: () => void;
}

type Matched = Pick<PaletteItem, 'group' | 'label' | 'detail' | 'words'>;

/** How many lines of long groups are shown until something is typed. */
const SHOWN_AT_FIRST: Partial<Record<PaletteGroup, number>> = {
  'Go to': 7,
  Tasks: 4,
  Lists: 3,
  Downloads: 0,
};
const START_OF_LABEL = 4;
const START_OF_WORD = 2;
const INSIDE = 1;

/**
 * The items that match every typed word, best first: the start of the label, then starts of words, then the rest.
 * Equal matches keep their order. Without words, the first ones of each group.
 */
export function matchItems<I extends Matched>(items: readonly I[], typed: string): I[] {
  const words = foldedText(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return firstOfGroups(items);
  return items
    .map((item) => ({ item, score: scoreItem(item, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

/** Items by their group; the group with the best match first. */
export function groupItems<I extends Matched>(items: readonly I[]): { group: I['group']; items: I[] }[] {
  const groups = Map.groupBy(items, ({ group }) => group);
  return [...groups].map(([group, members]) => ({ group, items: members }));
}

function firstOfGroups<I extends Matched>(items: readonly I[]): I[] {
  return groupItems(items).flatMap(({ group, items: members }) =>
    members.slice(0, SHOWN_AT_FIRST[group] ?? members.length),
  );
}

/** 0 if a word is missing. */
function scoreItem({ label, detail = '', words: more = '' }: Matched, words: readonly string[]): number {
  const text = foldedText(`${label} ${detail} ${more}`);
  const scores = words.map((word) => {
    if (foldedText(label).startsWith(word)) return START_OF_LABEL;
    if (startsAWord(text, word)) return START_OF_WORD;
    return text.includes(word) ? INSIDE : 0;
  });
  return scores.includes(0) ? 0 : scores.reduce<number>((sum, score) => sum + score, 0);
}

function startsAWord(text: string, word: string): boolean {
  for (let index = text.indexOf(word); index >= 0; index = text.indexOf(word, index + 1))
    if (index === 0 || !/[\p{L}\p{N}]/u.test(text[index - 1] ?? '')) return true;
  return false;
}
