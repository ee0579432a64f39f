import { z } from 'zod';

const DATABASE = 'leadwell-files';
const STORE = 'files';
/** A file that nobody came back to. */
const KEPT_MS = 7 * 24 * 3_600_000;

/** A file with what was chosen for it, as it is kept in this browser. */
export interface KeptFile {
  /** tells it from another file in the same place */
  id: string;
  name: string;
  content: Blob;
  /** whatever belongs to it; as JSON can hold it */
  choice: unknown;
}

const Entry = z.object({
  id: z.string(),
  name: z.string(),
  content: z.instanceof(Blob),
  choice: z.unknown(),
  at: z.number(),
});

/** Keeps a file in a place of this browser, instead of what was there. False: the browser has no room, or does not allow it. */
export async function keepFile(place: string, file: KeptFile): Promise<boolean> {
  try {
    await inStore('readwrite', (store) => store.put({ ...file, at: Date.now() }, place));
    return true;
  } catch {
    return false;
  }
}

/** The file in a place; null where there is none that can be read. */
export async function keptFile(place: string): Promise<KeptFile | null> {
  try {
    const kept = Entry.safeParse(await inStore('readonly', (store) => store.get(place)));
    if (!kept.success) return null;
    const { at, ...file } = kept.data;
    if (at > Date.now() - KEPT_MS) return file;
    await dropFile(place, file.id);
  } catch {
    // A browser that keeps nothing has nothing.
  }
  return null;
}

/** Lets go of a file. Another one that was put in its place meanwhile, by another tab say, stays. */
export async function dropFile(place: string, id: string): Promise<void> {
  try {
    const kept = Entry.safeParse(await inStore('readonly', (store) => store.get(place)));
    if (kept.success && kept.data.id === id) await inStore('readwrite', (store) => store.delete(place));
  } catch {
    // What cannot be reached is not kept either.
  }
}

/** Lets go of all of them: whoever leaves leaves no lists of people behind. */
export async function dropAllFiles(): Promise<void> {
  try {
    await inStore('readwrite', (store) => store.clear());
  } catch {
    // As above.
  }
}

async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(STORE, mode);
    const request = work(transaction.objectStore(STORE));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      transaction.onerror = () => reject(transaction.error);
    });
    return request.result;
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
    opening.onblocked = () => reject(opening.error);
  });
}
