import { readFileSync } from 'node:fs';

/** The version of the extensions that this server offers: the version of Leadwell. */
export const EXTENSION_VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

/** Older extensions must not collect or send rows anymore. */
export const LEAST_EXTENSION_VERSION = '0.1.0';
