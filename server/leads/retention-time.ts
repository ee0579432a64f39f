import type { ImportRecord } from './import-records.ts';
import { retentionEnd } from './retention-period.ts';

/** When the rows of an import are deleted, in ms since the epoch; null: they are kept. */
export function deletionTime({ at, deleteAfter }: Pick<ImportRecord, 'at' | 'deleteAfter'>): number | null {
  return deleteAfter === '' ? null : retentionEnd(new Date(at), deleteAfter);
}

/** When the next rows of a database are deleted, in ISO 8601; null: no import of it has an end that is still to come. */
export function nextDeletion(imports: readonly ImportRecord[], now: number): string | null {
  const coming = imports.map(deletionTime).filter((time) => time !== null && time > now);
  return coming.length === 0 ? null : new Date(Math.min(...coming.map(Number))).toISOString();
}
