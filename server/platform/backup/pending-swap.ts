import { existsSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Db } from '../database/db.ts';
import { finishRestore, hasUnfinishedSwap, syncFolder, writeJournal } from './swap.ts';
import { schemaExists } from './swap-schemas.ts';

const PENDING = 'restore-pending.json';

/** The folder of a restore whose database is about to be replaced. */
const Pending = z.object({
  /** names of folders in the data folder */
  from: z.string(),
  point: z.string(),
  /** exists once the database was replaced */
  pointSchema: z.string(),
  /** whether `from` is a state that was put aside, and stays if the database isn't replaced */
  keepFrom: z.boolean().default(false),
});
type Pending = z.input<typeof Pending>;

/**
 * Remembers that the lead databases in the folder `from` belong to a database that is about to be replaced. Call
 * `settleRestore` after that.
 */
export function announceSwap(dataDir: string, pending: Pending): void {
  const part = join(dataDir, `${PENDING}.part`);
  writeFileSync(part, JSON.stringify(pending), { mode: 0o600, flush: true });
  renameSync(part, join(dataDir, PENDING));
  syncFolder(dataDir);
}

/** Whether a restore, or the next start, still needs its folder. */
export function hasUnsettledRestore(dataDir: string): boolean {
  return existsSync(join(dataDir, PENDING)) || hasUnfinishedSwap(dataDir);
}

/**
 * Replaces the lead databases of a locked data folder if the database was replaced, and otherwise deletes those of a backup.
 * Without an announced restore, does nothing. Returns whether it replaced something.
 */
export async function settleRestore(dataDir: string, db: Db): Promise<boolean> {
  const file = join(dataDir, PENDING);
  if (!existsSync(file)) return false;
  const { from, point, pointSchema, keepFrom } = Pending.parse(JSON.parse(readFileSync(file, 'utf8')));
  const isReplaced = await schemaExists(db, pointSchema);
  if (isReplaced && existsSync(join(dataDir, from))) {
    writeJournal(dataDir, { from, point }, ['warehouse']);
    finishRestore(dataDir);
    if (readdirSync(join(dataDir, point)).length === 0) rmdirSync(join(dataDir, point));
  } else if (!isReplaced && !keepFrom) rmSync(join(dataDir, from), { recursive: true, force: true });
  rmSync(file);
  return isReplaced;
}
