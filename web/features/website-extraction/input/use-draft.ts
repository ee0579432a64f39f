import { useCallback, useEffect, useRef, useState } from 'react';
import { draftStorageKey, EMPTY_DRAFT, parseDraft, type UrlDraft } from './url-draft.ts';

const SAVE_AFTER_MS = 300;

/** The account's draft, kept in this browser through errors, reloads and closed tabs. */
export function useDraft(accountId: string): [UrlDraft, (next: UrlDraft) => void] {
  const key = draftStorageKey(accountId);
  const [draft, setDraft] = useState(() => parseDraft(read(key)));
  const unsaved = useRef<UrlDraft | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = useCallback(() => {
    clearTimeout(timer.current);
    if (unsaved.current) write(key, unsaved.current);
    unsaved.current = null;
  }, [key]);

  useEffect(() => {
    // A closing page runs no timers.
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [save]);

  const update = useCallback(
    (next: UrlDraft) => {
      setDraft(next);
      unsaved.current = next;
      clearTimeout(timer.current);
      // A key must be kept before what it protects is sent; the text can wait for a pause in the typing.
      if (next.attempt === draft.attempt) timer.current = setTimeout(save, SAVE_AFTER_MS);
      else save();
    },
    [draft.attempt, save],
  );

  return [draft, update];
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Best effort: a full or forbidden store must not stop anyone from working. */
function write(key: string, draft: UrlDraft): void {
  try {
    if (draft.text === EMPTY_DRAFT.text && !draft.attempt) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Nothing to do: the text stays in the page.
  }
}
