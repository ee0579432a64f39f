import { z } from 'zod';
import { Manifest } from './manifest.ts';

/** What the process gets. Without contents, it reads them from the embedded database in `folder`. */
export const PackRequest = z.object({
  folder: z.string(),
  file: z.string(),
  passphrase: z.string().optional(),
  manifest: Manifest.partial({ contents: true }),
});
export type PackRequest = z.infer<typeof PackRequest>;

/** What it answers, before it ends. */
export const PackReport = z.union([
  z.object({ bytes: z.number(), manifest: Manifest }),
  z.object({ failure: z.string() }),
]);
export type PackReport = z.infer<typeof PackReport>;
