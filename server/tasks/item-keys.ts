import { createHash } from 'node:crypto';
import type { TaskType } from '#contract/tasks.ts';
import type { Db } from '../platform/database/db.ts';
import { ownKeysAt } from './item-store.ts';
import type { TaskTool } from './task-tool.ts';

const KEY_CHARS = 22;

/**
 * Makes the keys of the items of a tool: the same for the same item in every task, however it is written. They are hashes, so
 * that a program can use them anywhere.
 */
export function itemKeys(
  type: TaskType,
  tool: Pick<TaskTool, 'itemKey'> | undefined,
): (input: string) => string {
  return (input) =>
    createHash('sha256')
      .update(`${type}\n${tool?.itemKey(input) ?? input}`)
      .digest('base64url')
      .slice(0, KEY_CHARS);
}

/** The keys that a start call gave items of a task, for a task with the same items; none of an item without any. */
export async function ownKeysOf(db: Db, taskId: string, positions: readonly number[]): Promise<string[][]> {
  const keys = await ownKeysAt(db, taskId, positions);
  return positions.map((position) => keys.get(position) ?? []);
}
