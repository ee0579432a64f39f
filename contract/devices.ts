import { z } from 'zod';
import { COLLECT_SITES } from './collect-sites.ts';

/** A browser that is connected to the account by an extension. Times are ISO 8601 in UTC. */
export const DeviceView = z.object({
  id: z.uuid(),
  name: z.string(),
  site: z.enum(COLLECT_SITES),
  /** of the extension that sent rows last; null before that */
  version: z.string().nullable(),
  /** the server has a newer version of the extension */
  outdated: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
});
export type DeviceView = z.infer<typeof DeviceView>;

export const EXTENSION_BROWSERS = ['chrome', 'firefox'] as const;
export const ExtensionBrowser = z.enum(EXTENSION_BROWSERS);
export type ExtensionBrowser = z.infer<typeof ExtensionBrowser>;

/** An extension that this server offers for download. */
export const ExtensionView = z.object({
  site: z.enum(COLLECT_SITES),
  latestVersion: z.string(),
  /** whether the caller can download it now */
  allowed: z.boolean(),
  /** what the caller's plan gives; null if the extension doesn't work with it */
  limits: z
    .object({ rows: z.int().min(0).nullable(), csv: z.boolean(), fields: z.enum(['basic', 'all']) })
    .nullable(),
  /** empty if this server has no packages */
  packages: z.array(
    z.object({
      browser: ExtensionBrowser,
      fileName: z.string(),
      bytes: z.int().positive(),
      /** SHA-256 in hex */
      sha256: z.string(),
    }),
  ),
});
export type ExtensionView = z.infer<typeof ExtensionView>;
