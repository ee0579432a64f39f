import { useCallback, useEffect, useRef, useState } from 'react';
import { readSavedFile, removeSavedFile, saveFile } from '#web/lib/saved-file.ts';
import { openUpload, parseChoice, reread, savedSheet, type Upload } from './upload.ts';

/** The selected list, before it is started. */
export interface SelectedUpload {
  upload: Upload | null;
  /** why the last file can't be used */
  problem: string | null;
  opening: boolean;
  /** a file of an earlier visit would be here by now */
  ready: boolean;
  /** saved in this browser, so it survives a reload */
  saved: boolean;
  /**
   * Resolves to whether the file can be used and no newer one was selected. `sheet`: of a workbook; default: the first one
   * with rows
   */
  select(file: File, sheet?: string): Promise<boolean>;
  /** replaces the upload with the same file, read with other columns */
  change(upload: Upload): void;
  /** replaces the upload with one that was selected before, with its sheet and columns */
  restore(upload: Upload): Promise<void>;
  /** resolves when the browser no longer has the file */
  clear(): Promise<void>;
}

/** The selected file, saved in this browser until it's started or removed, or the user logs out. */
export function useUpload(accountId: string): SelectedUpload {
  const place = `email-list-${accountId}`;
  const [upload, setUpload] = useState<Upload | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [opening, setOpening] = useState(false);
  const [saved, setSaved] = useState(false);
  const [ready, setReady] = useState(false);
  /** the id of the upload on screen; opening and saving finish later and may be outdated */
  const current = useRef<string | null>(null);
  /** counts the selected and removed files */
  const selections = useRef(0);

  const show = useCallback((next: Upload | null) => {
    current.current = next?.id ?? null;
    setUpload(next);
    setSaved(false);
  }, []);

  const save = useCallback(
    async (next: Upload) => {
      const { id, name, content, list, workbook } = next;
      const choice = { columns: list.columns, hasHeader: list.hasHeader, sheet: workbook?.sheet };
      const done = await saveFile(place, { id, name, content, choice });
      if (current.current === id) setSaved(done);
      // Removed while it was being saved.
      else if (done && current.current === null) void removeSavedFile(place, id);
    },
    [place],
  );

  useEffect(() => {
    let unmounted = false;
    const restore = async () => {
      const file = await readSavedFile(place);
      if (unmounted || !file || selections.current > 0) return;
      setOpening(true);
      const opened = await openUpload(new File([file.content], file.name), file.id, savedSheet(file.choice));
      if (unmounted || selections.current > 0) return;
      setOpening(false);
      if ('problem' in opened) return;
      const choice = parseChoice(file.choice, opened.list);
      show(choice ? reread(opened, choice) : opened);
      setSaved(true);
    };
    void restore().finally(() => setReady(true));
    return () => {
      unmounted = true;
    };
  }, [place, show]);

  return {
    upload,
    problem,
    opening,
    ready,
    saved,
    async select(file, sheet) {
      selections.current += 1;
      const mine = selections.current;
      setOpening(true);
      setProblem(null);
      const opened = await openUpload(file, undefined, sheet);
      if (mine !== selections.current) return false;
      setOpening(false);
      if ('problem' in opened) {
        setProblem(opened.problem);
        return false;
      }
      show(opened);
      await save(opened);
      return true;
    },
    change(next) {
      setUpload(next);
      void save(next);
    },
    async restore(before) {
      selections.current += 1;
      setOpening(false);
      setProblem(null);
      show(before);
      await save(before);
    },
    async clear() {
      selections.current += 1;
      setOpening(false);
      show(null);
      setProblem(null);
      if (upload) await removeSavedFile(place, upload.id);
    },
  };
}
