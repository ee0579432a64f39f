import type { Warehouse } from '../platform/warehouse/warehouse.ts';

/**
 * Runs work on the leads. A server whose engine isn't installed and that never stored a lead has none to change: then the result
 * is `none`. Throws what the work throws otherwise.
 */
export async function ifAnyLeads<T>(
  warehouse: Pick<Warehouse, 'hasData'>,
  work: () => Promise<T>,
  none: T,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // The folder is filled as soon as the engine starts.
    if (warehouse.hasData()) throw error;
    return none;
  }
}
