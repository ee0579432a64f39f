import { z } from 'zod';
import { BackedUpTable } from './table-files.ts';

/** Changes when an earlier version couldn't read the files of a backup. */
export const BACKUP_FORMAT = 1;

/** What a database contains, as far as a restore compares it. */
export const DatabaseContents = z.object({
  /** names of migrations, in order */
  migrations: z.array(z.string()),
  /** rows of each table */
  rows: z.record(z.string(), z.number()),
  /** accounts whose balance isn't the sum of their credit entries */
  wrongBalances: z.number(),
  /** tells AUTH_SECRET from others; null: no server has used the database */
  secret: z.string().nullable(),
});
export type DatabaseContents = z.infer<typeof DatabaseContents>;

/** The first file of a backup. */
export const Manifest = z.object({
  format: z.number(),
  /** version of Leadwell */
  version: z.string(),
  /** ISO time of the state in the backup */
  createdAt: z.string(),
  database: z.enum(['embedded', 'postgres']),
  /** where the leads are: in this backup, nowhere, or on a server with backups of its own */
  leads: z.enum(['included', 'none', 'elsewhere']),
  /** bytes of all files, unpacked */
  bytes: z.number(),
  /** bytes of those that are unpacked into a folder: all but the rows of tables. Of PostgreSQL; earlier backups don't say it */
  folderBytes: z.number().optional(),
  contents: DatabaseContents,
  /** of PostgreSQL: the tables, whose rows are in files of their own */
  tables: z.array(BackedUpTable).optional(),
  /** of PostgreSQL: the last value of each sequence that was used */
  sequences: z.record(z.string(), z.number()).optional(),
});
export type Manifest = z.infer<typeof Manifest>;

/** The last file of a backup: the SHA-256 of each other file, in hex. Without it, the backup is incomplete. */
export const FileHashes = z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() }));
export type FileHashes = z.infer<typeof FileHashes>;

export const MANIFEST_NAME = 'leadwell-backup.json';
export const HASHES_NAME = 'files.json';

/** What can be in a backup. Nothing else is unpacked, and nothing outside the folder. */
export const BACKUP_PATH =
  /^(?:(?:db|warehouse)\/(?:(?!\.\.?(?:\/|$))[^/\0\\]+\/)*(?!\.\.?$)[^/\0\\]+|secrets\.json)$/;

/** A folder in a backup, also an empty one. */
export const BACKUP_FOLDER = /^(?:db|warehouse)(?:\/(?!\.\.?(?:\/|$))[^/\0\\]+)*\/?$/;
