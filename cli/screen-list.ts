import { PAGES } from '#web/pages/all-pages.ts';
import type { Page, PageScreen } from '#web/pages/page.ts';

/** A picture to take: its address, and whether the demo user is signed in. */
export interface Screen extends Omit<PageScreen, 'query'> {
  path: string;
  signedIn: boolean;
}

/** How a page is shown. */
export interface Variant {
  name: string;
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
}

const LIGHT: Variant = { name: 'light', width: 1440, height: 900, colorScheme: 'light' };

export const VARIANTS: readonly Variant[] = [
  LIGHT,
  { name: 'dark', width: 1440, height: 900, colorScheme: 'dark' },
  { name: 'narrow', width: 360, height: 780, colorScheme: 'light' },
];

/** The size of the pictures of help pages (web/kit/guide.ts), taken at the size they are shown in. */
export const PICTURE: Variant = { ...LIGHT, width: 1200, height: 750 };

/** The pictures of all pages, and one of a missing page. */
export const SCREENS: readonly Screen[] = [
  ...PAGES.flatMap(listScreens),
  { name: 'not-found', path: '/no-such-page', signedIn: false },
];

function listScreens({ path, folder, access, screens }: Page): Screen[] {
  const shown = screens ?? [{ name: folder.replace('pages/', '') }];
  return shown.map(({ query = '', signedIn = access === 'signed-in', ...screen }) => ({
    ...screen,
    path: path + query,
    signedIn,
  }));
}
