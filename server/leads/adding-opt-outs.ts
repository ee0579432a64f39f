import type { Warehouse } from '../platform/warehouse/warehouse.ts';

/** How many additions to the opt-out list delete leads in a warehouse now. */
const running = new WeakMap<Warehouse, number>();

/**
 * Runs an addition to the opt-out list that also deletes the leads in this process. Its entries have no marks before its end, and
 * it deletes their leads itself.
 */
export async function whileAdding<T>(warehouse: Warehouse, work: () => Promise<T>): Promise<T> {
  running.set(warehouse, (running.get(warehouse) ?? 0) + 1);
  try {
    return await work();
  } finally {
    running.set(warehouse, (running.get(warehouse) ?? 1) - 1);
  }
}

/** Whether such an addition runs in this process. */
export function isAdding(warehouse: Warehouse): boolean {
  return (running.get(warehouse) ?? 0) > 0;
}
