import { expect, it } from 'vitest';
import { HOME, PLACE_GROUPS } from './places.ts';
import { activeShortcuts, keysOfPage, SHORTCUT_GROUPS } from './shortcuts.ts';

const all = SHORTCUT_GROUPS.flatMap(({ shortcuts }) => [...shortcuts]);

it('gives each shortcut keys of its own', () => {
  const keys = all.map((shortcut) => shortcut.keys);
  expect(new Set(keys).size).toBe(keys.length);
  // A single key that also starts a sequence would end it.
  for (const key of keys) expect(keys.some((other) => other.startsWith(`${key} `))).toBe(false);
});

it('names pages as the sidebar does', () => {
  const places = [HOME, ...PLACE_GROUPS.flatMap((group) => group.places)];
  for (const { label, command } of all) {
    if (typeof command === 'string') continue;
    expect(places.find(({ path }) => path === command.go)?.label).toBe(label);
  }
  expect(keysOfPage('/dashboard')).toBe('g d');
  expect(keysOfPage('/pricing')).toBeUndefined();
});

it('keeps only combinations when single keys are turned off', () => {
  expect(activeShortcuts(false).map(({ keys }) => keys)).toEqual(['mod+k', 'mod+b']);
});
