import { afterEach, describe, expect, it, vi } from 'vitest';
import { THEME_KEY } from './apply-theme.ts';
import { chooseTheme, followTheme, parseTheme, readTheme } from './theme.ts';

/** A page with this storage; null stands for blocked storage. */
function openPage(saved: Map<string, string> | null) {
  const root = { dataset: {} as Record<string, string | undefined> };
  const blocked = () => {
    throw new Error('blocked');
  };
  vi.stubGlobal('document', { documentElement: root, querySelector: () => null, querySelectorAll: () => [] });
  vi.stubGlobal('localStorage', {
    getItem: saved ? (key: string) => saved.get(key) ?? null : blocked,
    setItem: saved ? (key: string, value: string) => saved.set(key, value) : blocked,
    removeItem: saved ? (key: string) => saved.delete(key) : blocked,
  });
  const events = new EventTarget();
  vi.stubGlobal('window', events);
  return { root, events };
}

afterEach(() => vi.unstubAllGlobals());

it('parseTheme takes anything unexpected for the system’s theme', () => {
  expect([null, '', 'DARK', 'system', 'light', 'dark'].map(parseTheme)).toEqual([
    'system',
    'system',
    'system',
    'system',
    'light',
    'dark',
  ]);
});

describe('chooseTheme', () => {
  it('shows and saves a theme, and forgets it for the system’s', () => {
    const saved = new Map<string, string>();
    const { root } = openPage(saved);
    chooseTheme('dark');
    expect([root.dataset.theme, saved.get(THEME_KEY), readTheme()]).toEqual(['dark', 'dark', 'dark']);
    chooseTheme('system');
    expect([root.dataset.theme, saved.get(THEME_KEY), readTheme()]).toEqual([undefined, undefined, 'system']);
  });

  it('holds until a reload if the storage is blocked', () => {
    const { root } = openPage(null);
    chooseTheme('dark');
    expect([root.dataset.theme, readTheme()]).toEqual(['dark', 'dark']);
  });
});

it('followTheme shows what another tab has chosen', () => {
  const saved = new Map<string, string>();
  const { root, events } = openPage(saved);
  followTheme();
  const change = (key: string | null) => events.dispatchEvent(Object.assign(new Event('storage'), { key }));
  saved.set(THEME_KEY, 'light');
  change('other');
  expect(root.dataset.theme).not.toBe('light');
  change(THEME_KEY);
  expect(root.dataset.theme).toBe('light');
  saved.clear();
  change(null);
  expect(readTheme()).toBe('system');
});
