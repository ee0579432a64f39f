import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { requireOpenFolder } from '#server/platform/disk/folder-access.ts';
import { readEnvFile } from '#server/process.ts';
import type { OptOutCheck } from './server-opt-outs.ts';

/**
 * Reads the opt-out list of the data folder or database that the settings name. A running server answers from it. null:
 * there is no server's data here, or its list is empty. Creates nothing. Throws OperatorError if the list can't be read.
 */
export async function openOptOutCheck(): Promise<OptOutCheck | null> {
  readEnvFile();
  if (!hasServerData(process.env)) return null;
  return (await import('./server-opt-outs.ts')).readServerOptOuts();
}

/** Whether the settings name data of a server. Other programs also have a folder `data` and a DATABASE_URL. */
function hasServerData(environment: NodeJS.ProcessEnv): boolean {
  const isSet = (name: string) => Boolean(environment[name] || environment[`${name}_FILE`]);
  if (isSet('DATABASE_URL')) return isSet('AUTH_SECRET');
  const folder = environment.DATA_DIR || './data';
  // Otherwise, people on a list that can't be read would be written as if there were none.
  requireOpenFolder(folder, 'To work without the opt-out list in it, set DATA_DIR to another folder.');
  return existsSync(join(folder, 'secrets.json')) && existsSync(join(folder, 'db', 'PG_VERSION'));
}
