import * as fakes from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSavedFile, removeAllSavedFiles, removeSavedFile, saveFile } from './saved-file.ts';

beforeEach(() => {
  for (const [name, value] of Object.entries(fakes)) if (/^IDB/.test(name)) vi.stubGlobal(name, value);
  vi.stubGlobal('indexedDB', new fakes.IDBFactory());
});
afterEach(() => vi.unstubAllGlobals());

const file = (id: string) => ({ id, name: `${id}.csv`, content: new Blob([id]), choice: { column: 2 } });

describe('a saved file', () => {
  it('is there until it is removed, or replaced by another one', async () => {
    expect(await readSavedFile('finder')).toBeNull();
    expect(await saveFile('finder', file('one'))).toBe(true);
    const saved = await readSavedFile('finder');
    expect(saved).toMatchObject({ id: 'one', name: 'one.csv', choice: { column: 2 } });
    expect(await saved?.content.text()).toBe('one');
    expect(await readSavedFile('verifier')).toBeNull();

    await saveFile('finder', file('two'));
    await removeSavedFile('finder', 'one');
    expect(await readSavedFile('finder')).toMatchObject({ id: 'two' });
    await removeSavedFile('finder', 'two');
    expect(await readSavedFile('finder')).toBeNull();
  });

  it('goes with the session', async () => {
    await saveFile('finder', file('one'));
    await removeAllSavedFiles();
    expect(await readSavedFile('finder')).toBeNull();
  });

  it('is found as earlier versions stored it, for a week', async () => {
    const store = async (at: number) => {
      const opening = indexedDB.open('leadwell-files');
      opening.onupgradeneeded = () => opening.result.createObjectStore('files');
      await new Promise((resolve) => {
        opening.onsuccess = resolve;
      });
      const write = opening.result.transaction('files', 'readwrite');
      write.objectStore('files').put({ ...file('old'), at }, 'finder');
      await new Promise((resolve) => {
        write.oncomplete = resolve;
      });
      opening.result.close();
    };
    await store(Date.now());
    expect(await readSavedFile('finder')).toMatchObject({ id: 'old' });
    await store(Date.now() - 8 * 24 * 3_600_000);
    expect(await readSavedFile('finder')).toBeNull();
  });

  it('is not there in a browser that stores nothing', async () => {
    vi.stubGlobal('indexedDB', undefined);
    expect(await saveFile('finder', file('one'))).toBe(false);
    expect(await readSavedFile('finder')).toBeNull();
    await removeAllSavedFiles();
  });
});
