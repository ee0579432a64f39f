import { expect, it } from 'vitest';
import { sharedChunks } from './shared-chunks.ts';

const IMPORTS: Record<string, string[]> = {
  'main.tsx': ['lib/theme.ts'],
  'lib/theme.ts': [],
  'app/routes.tsx': ['lib/session.ts'],
  'lib/session.ts': ['lib/storage.ts'],
  'lib/storage.ts': [],
  'ui/button.tsx': ['lib/storage.ts'],
  'ui/menu.tsx': [],
  'ui/grid.tsx': [],
  'app/data-root.tsx': ['lib/session.ts'],
  'app/dashboard-layout.tsx': ['ui/button.tsx', 'ui/menu.tsx'],
  'pages/landing/page.tsx': ['lib/storage.ts'],
  'pages/login/page.tsx': ['ui/button.tsx', 'lib/session.ts'],
  'pages/signup/page.tsx': ['ui/button.tsx'],
};
const PAGES = ['landing', 'login', 'signup'].map((name) => ({
  folder: `pages/${name}`,
  visitorScript: name,
}));

function moduleChunk(path: string): string | null {
  const modules = {
    getModuleInfo: (id: string) => {
      const imported = IMPORTS[id.slice('/web/'.length)];
      return imported ? { importedIds: imported.map((name) => `/web/${name}`) } : null;
    },
  };
  return sharedChunks('/web', [...PAGES, { folder: 'pages/lists' }]).name(`/web/${path}`, modules);
}

it.each([
  ['what the entry imports', 'lib/theme.ts', 'base'],
  ['what only the layout imports', 'ui/menu.tsx', 'app'],
  ['what the landing page needs too', 'lib/storage.ts', 'site'],
  ['what login needs too', 'lib/session.ts', 'login'],
  ['what login and signup need too', 'ui/button.tsx', 'login-signup'],
  // Rolldown decides.
  ['what the layout does not import', 'ui/grid.tsx', null],
  ['the entry, which waits for the page', 'main.tsx', null],
])('%s', (_, path, chunk) => {
  expect(moduleChunk(path)).toBe(chunk);
});
