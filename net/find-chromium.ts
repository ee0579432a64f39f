import { existsSync } from 'node:fs';

/** The headless shell comes first, because it opens pages with a third less CPU time. */
const STANDARD_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Returns the path of an installed Chromium: `configuredPath`, or else a standard location. Null if none
 * exists.
 */
export function findChromium(configuredPath: string | undefined): string | null {
  const paths = configuredPath ? [configuredPath] : STANDARD_PATHS;
  return paths.find((path) => existsSync(path)) ?? null;
}
