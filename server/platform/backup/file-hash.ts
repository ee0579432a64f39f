import { createHash } from 'node:crypto';
import type { FileHashes } from './manifest.ts';

/** The size and hash of a file of a backup, which is in memory. */
export function fileHash(bytes: Buffer): FileHashes[string] {
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}
