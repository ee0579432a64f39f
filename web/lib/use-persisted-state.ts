import { useCallback, useEffect, useRef, useState } from 'react';

const SAVE_AFTER_MS = 300;

/** How a value is saved in this browser. Pass the same object on each render. */
export interface Persistence<T> {
  /** the key in local storage */
  key: string;
  /** Saved text -> the value; unexpected text gives an empty value. */
  parse(saved: string | null): T;
  /** null: nothing to save */
  format(value: T): string | null;
  /** Whether to save a change at once. Typed text can wait for a pause in typing. */
  atOnce(before: T, next: T): boolean;
}

/** State that stays in this browser through errors, reloads, and closed tabs. */
export function usePersistedState<T>(persistence: Persistence<T>): [T, (next: T) => void] {
  const [value, setValue] = useState(() => persistence.parse(read(persistence.key)));
  const unsaved = useRef<{ value: T } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = useCallback(() => {
    clearTimeout(timer.current);
    if (unsaved.current) write(persistence.key, persistence.format(unsaved.current.value));
    unsaved.current = null;
  }, [persistence]);

  useEffect(() => {
    // A closing page runs no timers.
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [save]);

  const update = useCallback(
    (next: T) => {
      setValue(next);
      unsaved.current = { value: next };
      clearTimeout(timer.current);
      if (persistence.atOnce(value, next)) save();
      else timer.current = setTimeout(save, SAVE_AFTER_MS);
    },
    [persistence, value, save],
  );

  return [value, update];
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Best effort: storage that is full or forbidden must not stop the user's work. */
function write(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // The value stays in the page.
  }
}
