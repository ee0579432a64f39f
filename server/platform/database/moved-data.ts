import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../operator-error.ts';

function markerOf(dataDir: string): string {
  return join(dataDir, 'moved-to-postgres.txt');
}

/** Marks the embedded database as moved, so that no server starts on the old rows by mistake. */
export function markMoved(dataDir: string, target: string): void {
  writeFileSync(markerOf(dataDir), `${target}\n`, { mode: 0o600 });
}

/** Throws OperatorError if the embedded database was moved to PostgreSQL. */
export function assertNotMoved(dataDir: string): void {
  const file = markerOf(dataDir);
  if (!existsSync(file)) return;
  throw new OperatorError(
    `The data in ${dataDir} was moved to ${readFileSync(file, 'utf8').trim()}. Set DATABASE_URL to that database. To use the old copy again, which misses everything since the move, delete ${file}.`,
  );
}
