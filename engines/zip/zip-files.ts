import { type Zippable, zipSync } from 'fflate';

/** The first moment that a zip file can state. */
const EPOCH = new Date(1980, 0, 1);

/** A zip file with the same bytes for the same files: sorted names, one time, no owner or mode. */
export function createZip(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const entries: Zippable = {};
  for (const name of [...files.keys()].sort()) {
    entries[name] = [files.get(name) ?? new Uint8Array(), { level: 9, mtime: EPOCH }];
  }
  return zipSync(entries);
}
