import { useCallback, useEffect, useRef, useState } from 'react';

const SAVE_AFTER_MS = 300;

/** How a value is kept in this browser. The object must stay the same from one rendering to the next. */
export interface Keeping<T> {
  /** the entry of the browser's store */
  key: string;
  /** What was kept -> the value; anything unexpected is an empty one. */
  parse(kept: string | null): T;
  /** null: there is nothing worth keeping */
  format(value: T): string | null;
  /** Whether the change must be kept before anything else happens; what was typed can wait for a pause in the typing. */
  atOnce(before: T, next: T): boolean;
}

/** A value that stays in this browser through errors, reloads and closed tabs. */
export function useKept<T>(keeping: Keeping<T>): [T, (next: T) => void] {
  const [value, setValue] = useState(() => keeping.parse(read(keeping.key)));
  const unsaved = useRef<{ value: T } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = useCallback(() => {
    clearTimeout(timer.current);
    if (unsaved.current) write(keeping.key, keeping.format(unsaved.current.value));
    unsaved.current = null;
  }, [keeping]);

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
      if (keeping.atOnce(value, next)) save();
      else timer.current = setTimeout(save, SAVE_AFTER_MS);
    },
    [keeping, value, save],
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

/** Best effort: a full or forbidden store must not stop anyone from working. */
function write(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Nothing to do: the value stays in the page.
  }
}
