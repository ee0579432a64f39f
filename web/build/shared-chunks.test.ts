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
  'ui/grid.tsx': ['ui/cell.tsx'],
  'ui/cell.tsx': [],
  'ui/chart.tsx': [],
  'ui/small.tsx': ['ui/menu.tsx'],
  'ui/wrapper.tsx': ['ui/large.tsx'],
  'ui/large.tsx': [],
  'app/data-root.tsx': ['lib/session.ts'],
  'app/dashboard-layout.tsx': ['ui/button.tsx', 'ui/menu.tsx'],
  'pages/landing/page.tsx': ['lib/storage.ts'],
  'pages/login/page.tsx': ['ui/button.tsx', 'lib/session.ts'],
  'pages/signup/page.tsx': ['ui/button.tsx'],
  'pages/lists/page.tsx': ['ui/small.tsx', 'ui/wrapper.tsx'],
  'pages/list/page.tsx': ['ui/small.tsx', 'ui/wrapper.tsx', 'ui/grid.tsx'],
  'pages/tasks/page.tsx': ['ui/small.tsx', 'ui/wrapper.tsx', 'ui/grid.tsx'],
  'pages/usage/page.tsx': ['ui/small.tsx', 'ui/wrapper.tsx', 'ui/chart.tsx'],
  ...Object.fromEntries(
    Array.from({ length: 4 }, (_, index) => [
      `pages/help${index}/page.tsx`,
      ['ui/small.tsx', 'ui/wrapper.tsx'],
    ]),
  ),
};
const PAGES = [
  ...['landing', 'login', 'signup'].map((name) => ({ folder: `pages/${name}`, visitorScript: name })),
  ...['lists', 'list', 'tasks', 'usage'].map((name) => ({ folder: `pages/${name}` })),
  ...Array.from({ length: 4 }, (_, index) => ({ folder: `pages/help${index}` })),
];

function moduleChunk(path: string): string | null {
  const modules = {
    getModuleInfo: (id: string) => {
      const imported = IMPORTS[id.slice('/web/'.length)];
      const code = id.includes('large') ? 'const text = 1;'.repeat(500) : 'const text = 1;';
      return imported ? { importedIds: imported.map((name) => `/web/${name}`), code } : null;
    },
  };
  return sharedChunks('/web', PAGES).name(`/web/${path}`, modules);
}

it.each([
  ['what the entry imports', 'lib/theme.ts', 'base'],
  ['what only the layout imports', 'ui/menu.tsx', 'app'],
  ['what the landing page needs too', 'lib/storage.ts', 'site'],
  ['what login needs too', 'lib/session.ts', 'login'],
  ['what login and signup need too', 'ui/button.tsx', 'login-signup'],
  ['what is small, and eight pages have it', 'ui/small.tsx', 'app'],
  // Rolldown decides.
  ['what one page has', 'ui/chart.tsx', null],
  ['the entry, which waits for the page', 'main.tsx', null],
])('%s', (_, path, chunk) => {
  expect(moduleChunk(path)).toBe(chunk);
});

it('puts what the same pages share into one chunk, if the layout has none of it', () => {
  const shared = moduleChunk('ui/grid.tsx');
  expect(shared).toMatch(/^shared-[0-9a-f]{8}$/);
  expect(moduleChunk('ui/cell.tsx')).toBe(shared);
  // Eight pages have it, but it brings large code, so the others don't get it.
  expect(moduleChunk('ui/wrapper.tsx')).toMatch(/^shared-[0-9a-f]{8}$/);
  expect(moduleChunk('ui/wrapper.tsx')).not.toBe(shared);
  expect(moduleChunk('ui/large.tsx')).toBe(moduleChunk('ui/wrapper.tsx'));
});
