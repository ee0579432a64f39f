import { opendirSync, statSync } from 'node:fs';
import { OperatorError } from '../operator-error.ts';

/**
 * Throws OperatorError for a data folder that this user can't open: what is in it would seem to be missing. A folder that isn't
 * there is none. `advice`: what else the person can do.
 */
export function requireOpenFolder(dataDir: string, advice = ''): void {
  try {
    opendirSync(dataDir).closeSync();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return;
    throw new OperatorError(
      `This user can't open the data folder ${dataDir}${ownerOf(dataDir)}. Run the command as the user of the server: docs/operate/install.md, Operator commands, says how with systemd and Docker.${advice && ` ${advice}`}`,
      { cause: error },
    );
  }
}

/** ", which belongs to the user with the ID 101"; empty if that can't be read. */
function ownerOf(folder: string): string {
  try {
    return `, which belongs to the user with the ID ${statSync(folder).uid}`;
  } catch {
    return '';
  }
}
