import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The program of an installed Chromium: `preferred` where it exists, else the usual places; null where there is none. */
export function findChromium(preferred: string | undefined): string | null {
  return [preferred, ...PLACES].find((path) => path !== undefined && existsSync(path)) ?? null;
}
