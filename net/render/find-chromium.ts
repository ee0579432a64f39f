import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The program of an installed Chromium: the one named, or else one in the usual places; null where there is none. */
export function findChromium(named: string | undefined): string | null {
  const places = named ? [named] : PLACES;
  return places.find((path) => existsSync(path)) ?? null;
}
