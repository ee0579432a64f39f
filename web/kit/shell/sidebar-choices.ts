import { useMemo } from 'react';
import { z } from 'zod';
import { type Persistence, usePersistedState } from '../../lib/use-persisted-state.ts';
import { PLACE_GROUPS, type Place } from './places.ts';

const Choices = z.object({
  /** paths, in the order in which they were pinned */
  pinned: z.array(z.string()),
  /** the groups that were opened or folded, by label */
  open: z.record(z.string(), z.boolean()),
});
export type SidebarChoices = z.infer<typeof Choices>;

export interface SidebarGroup {
  label: string;
  places: readonly Place[];
  open: boolean;
  /** It has the open page, so it can't be folded. */
  current: boolean;
}

const FOLDED_AT_FIRST = ['Scrapers'];

/** What an account chose for its sidebar, saved in this browser, and how to change it. */
export function useSidebarChoices(accountId: string) {
  const persistence = useMemo(
    (): Persistence<SidebarChoices> => ({
      key: `leadwell-sidebar-${accountId}`,
      parse: parseChoices,
      format: (choices) => JSON.stringify(choices),
      atOnce: () => true,
    }),
    [accountId],
  );
  return usePersistedState(persistence);
}

export function parseChoices(saved: string | null): SidebarChoices {
  try {
    return Choices.parse(JSON.parse(saved ?? 'null'));
  } catch {
    return { pinned: [], open: {} };
  }
}

/** The pinned links, and the groups with the others. The group of the page at `path` is open. */
export function arrangeSidebar(
  { pinned, open }: SidebarChoices,
  path: string,
): { pinned: Place[]; groups: SidebarGroup[] } {
  const all = PLACE_GROUPS.flatMap(({ places }) => places);
  return {
    pinned: pinned.flatMap((each) => all.find((place) => place.path === each) ?? []),
    groups: PLACE_GROUPS.map((group) => {
      const places = group.places.filter((place) => !pinned.includes(place.path));
      const current = places.some((place) => path === place.path || path.startsWith(`${place.path}/`));
      const isOpen = current || (open[group.label] ?? !FOLDED_AT_FIRST.includes(group.label));
      return { label: group.label, places, open: isOpen, current };
    }).filter(({ places }) => places.length > 0),
  };
}

/** Pins a link after the others, or puts it back into its group. */
export function togglePin(choices: SidebarChoices, path: string): SidebarChoices {
  const others = choices.pinned.filter((each) => each !== path);
  const pinned = others.length < choices.pinned.length ? others : [...others, path];
  return { ...choices, pinned };
}
