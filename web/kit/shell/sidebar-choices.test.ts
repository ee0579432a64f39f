import { expect, it } from 'vitest';
import { NAV_GROUPS } from './nav-links.ts';
import { arrangeSidebar, parseChoices, togglePin } from './sidebar-choices.ts';

const NONE = parseChoices(null);
const MAPS = '/dashboard/google-maps-scraper';
const LISTS = '/dashboard/lead-enrichment';
const openGroups = (path: string, choices = NONE) =>
  arrangeSidebar(choices, path)
    .groups.filter(({ open }) => open)
    .map(({ label }) => label);

it('folds the scrapers until one of them is open', () => {
  expect(openGroups('/dashboard')).toEqual(['Find', 'Account']);
  expect(openGroups(MAPS)).toEqual(['Find', 'Scrapers', 'Account']);
});

it('opens and folds groups as chosen, but never folds the one of the open page', () => {
  const choices = { ...NONE, open: { Find: false, Scrapers: true } };
  expect(openGroups('/dashboard', choices)).toEqual(['Scrapers', 'Account']);
  expect(openGroups(`${LISTS}/abc`, choices)).toEqual(['Find', 'Scrapers', 'Account']);
});

it('lists pinned links first, in the order of pinning, and only there', () => {
  const choices = togglePin(togglePin(NONE, MAPS), LISTS);
  const { pinned, groups } = arrangeSidebar(choices, '/dashboard');
  expect(pinned.map(({ path }) => path)).toEqual([MAPS, LISTS]);
  const rest = groups.flatMap(({ links }) => links.map(({ path }) => path));
  expect(rest).not.toContain(MAPS);
  expect(rest).toHaveLength(NAV_GROUPS.flatMap(({ links }) => links).length - 2);
  expect(togglePin(choices, MAPS).pinned).toEqual([LISTS]);
});

it('ignores pages that are gone, and anything unexpected in storage', () => {
  expect(arrangeSidebar({ ...NONE, pinned: ['/dashboard/gone'] }, '/dashboard').pinned).toEqual([]);
  for (const saved of ['', '{', '[]', '{"pinned":"x"}']) expect(parseChoices(saved)).toEqual(NONE);
});
