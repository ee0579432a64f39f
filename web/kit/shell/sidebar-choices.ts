import { useMemo } from 'react';
import { z } from 'zod';
import { type Persistence, usePersistedState } from '../../lib/use-persisted-state.ts';
import { NAV_GROUPS, type NavLink } from './nav-links.ts';

const Choices = z.object({
  /** paths, in the order in which they were pinned */
  pinned: z.array(z.string()),
  /** the groups that were opened or folded, by label */
  open: z.record(z.string(), z.boolean()),
});
export type SidebarChoices = z.infer<typeof Choices>;

export interface SidebarGroup {
  label: string;
  links: readonly NavLink[];
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
): { pinned: NavLink[]; groups: SidebarGroup[] } {
  const all = NAV_GROUPS.flatMap(({ links }) => links);
  return {
    pinned: pinned.flatMap((pinnedPath) => all.find((link) => link.path === pinnedPath) ?? []),
    groups: NAV_GROUPS.map((group) => {
      const links = group.links.filter((link) => !pinned.includes(link.path));
      const current = links.some((link) => path === link.path || path.startsWith(`${link.path}/`));
      const isOpen = current || (open[group.label] ?? !FOLDED_AT_FIRST.includes(group.label));
      return { label: group.label, links, open: isOpen, current };
    }).filter(({ links }) => links.length > 0),
  };
}

/** Pins a link after the others, or puts it back into its group. */
export function togglePin(choices: SidebarChoices, path: string): SidebarChoices {
  const others = choices.pinned.filter((pinned) => pinned !== path);
  const pinned = others.length < choices.pinned.length ? others : [...others, path];
  return { ...choices, pinned };
}
