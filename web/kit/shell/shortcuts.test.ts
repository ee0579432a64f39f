import { expect, it } from 'vitest';
import { activeShortcuts, keysOfPage, SHORTCUT_GROUPS } from './shortcuts.ts';

const all = SHORTCUT_GROUPS.flatMap(({ shortcuts }) => [...shortcuts]);

it('gives each shortcut keys of its own', () => {
  const keys = all.map((shortcut) => shortcut.keys);
  expect(new Set(keys).size).toBe(keys.length);
  // A single key that also starts a sequence would end it.
  for (const key of keys) expect(keys.some((other) => other.startsWith(`${key} `))).toBe(false);
});

it('knows the keys of pages', () => {
  expect(keysOfPage('/dashboard')).toBe('g d');
  expect(keysOfPage('/pricing')).toBeUndefined();
});

it('keeps only combinations when single keys are turned off', () => {
  expect(activeShortcuts(false).map(({ keys }) => keys)).toEqual(['mod+k', 'mod+b']);
});
