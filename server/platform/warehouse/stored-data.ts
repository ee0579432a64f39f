import { readdirSync } from 'node:fs';

/** Whether an embedded engine ever stored anything in its folder. A start without an installed engine leaves the folder empty. */
export function hasStoredData(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch (error) {
    // A folder that can't be read may have leads.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}
