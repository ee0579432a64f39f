import { z } from 'zod';
import { Manifest } from './manifest.ts';

/** What the process gets. It reads the contents from PostgreSQL or the embedded database in `folder`. */
export const PackRequest = z.object({
  folder: z.string(),
  /** PostgreSQL; without it, the database is in the folder */
  databaseUrl: z.string().optional(),
  file: z.string(),
  passphrase: z.string().optional(),
  manifest: Manifest.omit({ contents: true }),
});
export type PackRequest = z.infer<typeof PackRequest>;

/** What it gets then if it has to end: it ends its connection to PostgreSQL first. */
export const LEAVE = 'leave';

/** What it answers, before it ends. */
export const PackReport = z.union([
  z.object({ bytes: z.number(), manifest: Manifest }),
  z.object({ failure: z.string() }),
]);
export type PackReport = z.infer<typeof PackReport>;
