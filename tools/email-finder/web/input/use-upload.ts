import { useCallback, useEffect, useRef, useState } from 'react';
import { readSavedFile, removeSavedFile, saveFile } from '#web/lib/saved-file.ts';
import { openUpload, parseChoice, reread, type Upload } from './upload.ts';

/** The list that is about to be started, and what can be done with it. */
export interface ChosenUpload {
  upload: Upload | null;
  /** why the last file cannot be used */
  problem: string | null;
  opening: boolean;
  /** it outlasts a reload */
  kept: boolean;
  take(file: File): Promise<void>;
  /** the same file, read otherwise */
  change(upload: Upload): void;
  clear(): void;
}

/** The chosen file, kept in this browser with its columns until it is started, removed, or its owner signs out. */
export function useUpload(accountId: string): ChosenUpload {
  const place = `email-list-${accountId}`;
  const [upload, setUpload] = useState<Upload | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [opening, setOpening] = useState(false);
  const [kept, setKept] = useState(false);
  /** what is shown; a file that is still being opened or kept may be out of date by then */
  const current = useRef<string | null>(null);

  const show = useCallback((next: Upload | null) => {
    current.current = next?.id ?? null;
    setUpload(next);
    setKept(false);
  }, []);

  const keep = useCallback(
    async (next: Upload) => {
      const { id, name, content, list } = next;
      const choice = { columns: list.columns, hasHeader: list.hasHeader };
      const done = await saveFile(place, { id, name, content, choice });
      if (current.current === id) setKept(done);
      // It was removed while it was being kept.
      else if (done && current.current === null) void removeSavedFile(place, id);
    },
    [place],
  );

  useEffect(() => {
    let gone = false;
    void (async () => {
      const file = await readSavedFile(place);
      if (gone || !file || current.current !== null) return;
      setOpening(true);
      const opened = await openUpload(new File([file.content], file.name), file.id);
      if (gone) return;
      setOpening(false);
      if ('problem' in opened || current.current !== null) return;
      const choice = parseChoice(file.choice, opened.list);
      show(choice ? reread(opened, choice) : opened);
      setKept(true);
    })();
    return () => {
      gone = true;
    };
  }, [place, show]);

  return {
    upload,
    problem,
    opening,
    kept,
    async take(file) {
      setOpening(true);
      setProblem(null);
      const opened = await openUpload(file);
      setOpening(false);
      if ('problem' in opened) {
        setProblem(opened.problem);
        return;
      }
      show(opened);
      await keep(opened);
    },
    change(next) {
      setUpload(next);
      void keep(next);
    },
    clear() {
      if (upload) void removeSavedFile(place, upload.id);
      show(null);
      setProblem(null);
    },
  };
}
