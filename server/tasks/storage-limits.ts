import { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/database/db.ts';
import { MEGABYTE } from '../platform/disk/free-bytes.ts';
import { storedBy } from './list-store.ts';

/** What a new list adds. */
export interface NewItems {
  items: number;
  /** of its items and its file */
  bytes: number;
}

type Limits = Pick<
  Config,
  | 'WAITING_TASKS_PER_ACCOUNT'
  | 'STORED_ROWS_PER_ACCOUNT'
  | 'STORED_ROWS_PER_FREE_ACCOUNT'
  | 'STORED_MB_PER_ACCOUNT'
  | 'STORED_MB_PER_FREE_ACCOUNT'
>;

/**
 * Throws `quota_exceeded` if an account can't store another list. If the account's row is locked, parallel requests can't exceed a
 * limit, because lists that are still uploading count. `paid`: has the unlimited plan.
 */
export async function assertFits(
  db: Db,
  config: Limits,
  account: { id: string; paid: boolean },
  list: NewItems,
): Promise<void> {
  const stored = await storedBy(db, account.id);
  assertWaiting(config, stored.waiting);
  const rows = account.paid ? config.STORED_ROWS_PER_ACCOUNT : config.STORED_ROWS_PER_FREE_ACCOUNT;
  const megabytes = account.paid ? config.STORED_MB_PER_ACCOUNT : config.STORED_MB_PER_FREE_ACCOUNT;
  if (stored.items + list.items > rows) {
    throw refusal(
      `Your account can store ${count(rows)} rows. It has ${count(stored.items)}, and this list has ${count(list.items)}.`,
      { limit: 'stored_rows', max: rows, used: stored.items },
    );
  }
  if (stored.bytes + list.bytes > megabytes * MEGABYTE) {
    throw refusal(`Your account can store ${count(megabytes)} MB, and this list doesn't fit.`, {
      limit: 'stored_mb',
      max: megabytes,
      used: Math.ceil(stored.bytes / MEGABYTE),
    });
  }
}

/** Whether `assertFits` refused a list because results of the account have to be deleted first. */
export function isStorageRefusal(error: unknown): boolean {
  if (!(error instanceof CallError) || error.code !== 'quota_exceeded') return false;
  const { details } = error;
  return z.object({ limit: z.enum(['stored_rows', 'stored_mb']) }).safeParse(details).success;
}

/** Throws `quota_exceeded` if no other task can wait. `waiting`: the account's running and waiting tasks. */
export function assertWaiting(config: Limits, waiting: number): void {
  const max = config.WAITING_TASKS_PER_ACCOUNT;
  if (waiting < max) return;
  throw new CallError(
    'quota_exceeded',
    `${count(max)} of your tasks are running or waiting. Wait until one ends, or cancel one.`,
    { details: { limit: 'waiting_tasks', max, used: waiting } },
  );
}

function refusal(what: string, details: object): CallError {
  return new CallError(
    'quota_exceeded',
    `${what} Delete the results of old tasks in Task History, then try again.`,
    {
      details,
    },
  );
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
