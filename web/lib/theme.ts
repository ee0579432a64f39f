import { useSyncExternalStore } from 'react';
import { applyTheme, THEME_KEY } from './apply-theme.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const DARK_SYSTEM = '(prefers-color-scheme: dark)';

const listeners = new Set<() => void>();
/** The choice in this tab, which also holds if the browser's storage is blocked. */
let chosen: Theme | null = null;

/** Saved text -> the choice. Anything unexpected is the system's theme. */
export function parseTheme(saved: string | null): Theme {
  return THEMES.find((theme) => theme === saved) ?? 'system';
}

/** The chosen theme of this browser. */
export function readTheme(): Theme {
  chosen ??= parseTheme(savedTheme());
  return chosen;
}

/** Shows a theme and saves the choice in this browser. */
export function chooseTheme(theme: Theme): void {
  show(theme);
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage may be full or blocked. Then the choice holds until a reload.
  }
}

/** Shows changes from other tabs of this browser. */
export function followTheme(): void {
  window.addEventListener('storage', ({ key }) => {
    // A null key means localStorage.clear().
    if (key === THEME_KEY || key === null) show(parseTheme(savedTheme()));
  });
}

/** The chosen theme. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'system' as const);
}

/** Whether the page is dark now: by choice, or by the system's setting. */
export function useDark(): boolean {
  const theme = useTheme();
  const system = useSyncExternalStore(
    subscribeToSystem,
    () => matchMedia(DARK_SYSTEM).matches,
    () => false,
  );
  return theme === 'system' ? system : theme === 'dark';
}

function show(theme: Theme): void {
  chosen = theme;
  applyTheme(theme);
  for (const listener of listeners) listener();
}

function savedTheme(): string | null {
  try {
    return localStorage.getItem(THEME_KEY);
  } catch {
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function subscribeToSystem(listener: () => void): () => void {
  const system = matchMedia(DARK_SYSTEM);
  system.addEventListener('change', listener);
  return () => system.removeEventListener('change', listener);
}
