import type { Deps } from '#server/deps.ts';

/**
 * Whether this process can read what was imported into the warehouse. The embedded engine isn't started if nothing was
 * ever imported, or by a worker outside the server process.
 */
export function hasWarehouse({ warehouse }: Pick<Deps, 'warehouse'>): boolean {
  return warehouse.accessible && warehouse.hasData();
}
