import { existsSync } from 'node:fs';
import type { Deps } from '#server/deps.ts';

/**
 * Whether this process can read what was imported into the warehouse. The embedded engine isn't started if nothing was
 * ever imported, or by a worker outside the server process.
 */
export function hasWarehouse({ config, warehouse }: Pick<Deps, 'config' | 'warehouse'>): boolean {
  if (!warehouse.embedded) return true;
  if (!warehouse.accessible) return false;
  return warehouse.enginePid() !== null || existsSync(`${config.DATA_DIR}/warehouse`);
}
