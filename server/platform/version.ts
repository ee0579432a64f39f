import { readFileSync } from 'node:fs';

/** The version of Leadwell, as in package.json. */
export const LEADWELL_VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
