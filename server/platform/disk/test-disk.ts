import { type DiskSpace, folderSpace } from './disk-space.ts';
import { MEGABYTE } from './free-bytes.ts';

/** A disk whose free space the test sets. */
export interface TestDisk {
  space: DiskSpace;
  /** in MB; 1000 at first */
  setFree(megabytes: number): void;
}

/** A disk with the default limit of 200 MB. */
export function makeTestDisk(): TestDisk {
  let free = 1000;
  return {
    space: folderSpace('/', 200 * MEGABYTE, () => free * MEGABYTE),
    setFree: (megabytes) => {
      free = megabytes;
    },
  };
}
