import { useCallback, useEffect, useRef, useState } from 'react';
import { readText, type Store, writeText } from './stored-text.ts';
import { useIsShown } from './use-is-shown.ts';

const SAVE_AFTER_MS = 300;

const BROWSER: readonly Store[] = [() => localStorage];
const TAB_FIRST: readonly Store[] = [() => sessionStorage, ...BROWSER];

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
  /** Whether each tab keeps its own value. A new tab begins with the one that was saved last. */
  perTab?: boolean;
  /** A short text to save of a value that is too large; null for none. */
  formatSpare?(value: T): string | null;
}

/** State that stays in this browser, and how it is saved. */
interface Persisted<T> {
  value: T;
  update: (next: T) => void;
  /** the value of now; when the component is gone, the saved one */
  latest: () => T;
  /** whether a reload brings the value back, as far as it was tried */
  saved: boolean;
}

/** State that stays in this browser through errors, reloads, and closed tabs. */
export function usePersistedState<T>(persistence: Persistence<T>): [T, (next: T) => void] {
  const { value, update } = usePersisted(persistence);
  return [value, update];
}

/** Like `usePersistedState`, for a value that can be too large to save or that changes while something waits. */
export function usePersisted<T>(persistence: Persistence<T>): Persisted<T> {
  const stores = persistence.perTab ? TAB_FIRST : BROWSER;
  const [first] = useState(() => readText(persistence.key, stores));
  const [value, setValue] = useState(() => persistence.parse(first));
  const [saved, setSaved] = useState(true);
  const isShown = useIsShown();
  const current = useRef(value);
  const known = useRef(first);
  const unsaved = useRef<{ value: T } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = useCallback(() => {
    clearTimeout(timer.current);
    if (!unsaved.current) return;
    const { value } = unsaved.current;
    unsaved.current = null;
    const text = persistence.format(value);
    const spare = persistence.formatSpare?.(value) ?? null;
    const isSaved = writeText(persistence.key, { text, spare, known: known.current }, stores);
    known.current = isSaved ? text : spare;
    setSaved(isSaved);
  }, [persistence, stores]);

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
      const before = current.current;
      current.current = next;
      setValue(next);
      unsaved.current = { value: next };
      clearTimeout(timer.current);
      if (persistence.atOnce(before, next)) save();
      else timer.current = setTimeout(save, SAVE_AFTER_MS);
    },
    [persistence, save],
  );

  const latest = useCallback(() => {
    if (isShown()) return current.current;
    known.current = readText(persistence.key, stores);
    return persistence.parse(known.current);
  }, [persistence, stores, isShown]);

  return { value, update, latest, saved };
}
