import { readFileSync } from 'node:fs';

/** The version of the extensions that this server offers: the version of Leadwell. */
export const EXTENSION_VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

/** Older extensions must not collect or send rows anymore. */
export const LEAST_EXTENSION_VERSION = '0.1.0';

/** Whether `version` is older than `other`, both like 1.2.3. */
export function isOlderVersion(version: string, other: string): boolean {
  const parts = other.split('.').map(Number);
  const differences = version.split('.').map((part, at) => Number(part) - (parts[at] ?? 0));
  return (differences.find((difference) => difference !== 0) ?? 0) < 0;
}
