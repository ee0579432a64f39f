import { type IDBPDatabase, openDB } from 'idb';

const STORE = 'files';
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

/** Saves a file in place of the one before. False: the browser has no space, or doesn't allow it. */
export async function saveFile(place: string, file: SavedFile): Promise<boolean> {
  try {
    await inDatabase((db) => db.put(STORE, { ...file, at: Date.now() }, place));
    return true;
  } catch {
    return false;
  }
}

/** The file in a place; null without one that can be read. */
export async function readSavedFile(place: string): Promise<SavedFile | null> {
  try {
    const saved: unknown = await inDatabase((db) => db.get(STORE, place));
    if (!isEntry(saved)) return null;
    const { at, ...file } = saved;
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
    await inDatabase(async (db) => {
      const { store, done } = db.transaction(STORE, 'readwrite');
      const saved: unknown = await store.get(place);
      if (isEntry(saved) && saved.id === id) await store.delete(place);
      await done;
    });
  } catch {
    // Without access there is no saved file either.
  }
}

/** Removes all files: signing out leaves no lists of people behind. */
export async function removeAllSavedFiles(): Promise<void> {
  try {
    await inDatabase((db) => db.clear(STORE));
  } catch {
    // As above.
  }
}

// By hand, because the landing page imports this file and has no room for Zod.
function isEntry(value: unknown): value is SavedFile & { at: number } {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name, content, at } = value as Record<string, unknown>;
  return (
    typeof id === 'string' && typeof name === 'string' && content instanceof Blob && typeof at === 'number'
  );
}

// Closed after each use, because browsers may close a connection that stays open.
async function inDatabase<T>(work: (db: IDBPDatabase) => Promise<T>): Promise<T> {
  const db = await openDB('leadwell-files', 1, { upgrade: (fresh) => void fresh.createObjectStore(STORE) });
  try {
    return await work(db);
  } finally {
    db.close();
  }
}
