import { clear, createStore, del, get, set } from 'idb-keyval';
import { z } from 'zod';

const store = createStore('leadwell-files', 'files');
const KEPT_MS = 7 * 24 * 3_600_000;

/** A file with the choices made for it, saved in this browser for a week. */
export interface SavedFile {
  /** tells it from another file in the same place */
  id: string;
  name: string;
  content: Blob;
  /** anything that JSON can represent */
  choice: unknown;
}

const Entry = z.object({
  id: z.string(),
  name: z.string(),
  content: z.instanceof(Blob),
  choice: z.unknown(),
  at: z.number(),
});

/** Saves a file in place of the one before. False: the browser has no space, or doesn't allow it. */
export async function saveFile(place: string, file: SavedFile): Promise<boolean> {
  try {
    await set(place, { ...file, at: Date.now() }, store);
    return true;
  } catch {
    return false;
  }
}

/** The file in a place; null without one that can be read. */
export async function readSavedFile(place: string): Promise<SavedFile | null> {
  try {
    const saved = Entry.safeParse(await get(place, store));
    if (!saved.success) return null;
    const { at, ...file } = saved.data;
    if (at > Date.now() - KEPT_MS) return file;
    await removeSavedFile(place, file.id);
  } catch {
    // A browser that saves nothing has nothing.
  }
  return null;
}

/** Removes a file, unless another one replaced it in the meantime, for example from another tab. */
export async function removeSavedFile(place: string, id: string): Promise<void> {
  try {
    const saved = Entry.safeParse(await get(place, store));
    if (saved.success && saved.data.id === id) await del(place, store);
  } catch {
    // Without access there is no saved file either.
  }
}

/** Removes all files: signing out leaves no lists of people behind. */
export async function removeAllSavedFiles(): Promise<void> {
  try {
    await clear(store);
  } catch {
    // As above.
  }
}
