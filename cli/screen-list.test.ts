import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PAGES } from '#web/pages/all-pages.ts';
import { SCREENS, VARIANTS } from './screen-list.ts';

it('names each picture in docs/screens once', () => {
  const names = SCREENS.flatMap(({ name }) => VARIANTS.map((variant) => `${name}-${variant.name}.webp`));
  const files = readdirSync(new URL('../docs/screens', import.meta.url));
  expect(names.sort()).toEqual(files.filter((file) => file.endsWith('.webp')).sort());
});

it('shows every page that needs no order or list of its own', () => {
  const shown = new Set(SCREENS.map(({ path }) => path.split('?')[0]));
  const leftOut = PAGES.filter(({ path }) => !shown.has(path)).map(({ path }) => path);
  expect(leftOut.filter((path) => !path.startsWith('/how-to-use/')).sort()).toEqual([
    '/connect',
    '/dashboard/lead-enrichment/:id',
    '/dashboard/lists',
    '/dashboard/lists/:id',
    '/login/google',
    '/login/microsoft',
    '/test-billing',
    '/test-checkout',
  ]);
});
