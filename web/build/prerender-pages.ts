import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Manifest, type Plugin } from 'vite';
import {
  CARD_NOTE_PLACEHOLDER,
  ORIGIN_PLACEHOLDER,
  PLACEHOLDER_OPERATOR,
  pageFile,
  STATISTICS_MAX,
  statisticPlaceholder,
} from '../../contract/page-placeholders.ts';
import type { PageHead } from '../app/page-heads.ts';
import type * as prerender from '../app/prerender.tsx';
import type { Page } from '../pages/page.ts';

/**
 * Renders the public pages into `pages/` of the build, with placeholders for what the server knows. Pages that aren't
 * rendered get the loading placeholder.
 */
export function prerenderPages(root: string, pages: readonly Page[]): Plugin {
  const dist = join(root, 'dist');
  return {
    name: 'prerender-pages',
    apply: 'build',
    closeBundle: {
      sequential: true,
      async handler() {
        const renderer = await buildRenderer(root);
        const shell = readFileSync(join(dist, 'index.html'), 'utf8');
        const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
        for (const page of pages.filter(({ prerendered }) => prerendered)) {
          const { path } = page;
          for (const statistics of pageVariants(path)) {
            const { title, body } = await renderer.renderPage(path, {
              publishableKey: 'prerendered',
              providers: [],
              operator: PLACEHOLDER_OPERATOR,
              cardNote: CARD_NOTE_PLACEHOLDER,
              landingStatistics: statistics,
            });
            const head = headTags(
              path,
              title,
              renderer.pageHead(page),
              preloads(manifest, pageModules(page), shell),
            );
            const file = join(dist, pageFile(path, statistics?.length));
            mkdirSync(dirname(file), { recursive: true });
            writeFileSync(file, fillShell(shell, head, `<div id="root" data-prerendered>${body}</div>`));
          }
        }
        const loading = `<div id="root">${await renderer.renderLoading()}</div>`;
        writeFileSync(
          join(dist, 'index.html'),
          fillShell(shell, `<title>Leadwell</title>\n    <meta name="robots" content="noindex" />`, loading),
        );
        for (const folder of ['.vite', '.prerender']) rmSync(join(dist, folder), { recursive: true });
      },
    },
  };
}

/** The landing page has one file for each number of statistics, and one with the built-in ones. */
function pageVariants(path: string): ({ value: string; label: string }[] | undefined)[] {
  if (path !== '/') return [undefined];
  const counts = Array.from({ length: STATISTICS_MAX + 1 }, (_, count) =>
    Array.from({ length: count }, (_each, index) => ({
      value: statisticPlaceholder(index, 'value'),
      label: statisticPlaceholder(index, 'label'),
    })),
  );
  return [undefined, ...counts];
}

async function buildRenderer(root: string): Promise<typeof prerender> {
  const outDir = join(root, 'dist/.prerender');
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: { ssr: 'app/prerender.tsx', outDir, copyPublicDir: false, assetsInlineLimit: 0 },
  });
  return import(pathToFileURL(join(outDir, 'prerender.js')).href);
}

/** The modules that the page's address loads, as their paths in web/. */
function pageModules({ path, folder }: Page): string[] {
  const view = `${folder}/page.tsx`;
  return path === '/pricing' ? ['app/data-root.tsx', view] : [view];
}

/** The shell with another head and root. The head replaces the shell's title and description. */
function fillShell(shell: string, head: string, root: string): string {
  return shell
    .replace(/<title>[\s\S]*?<\/title>\s*<meta\s+name="description"[\s\S]*?\/>/, () => head)
    .replace('<div id="root"></div>', () => root);
}

function headTags(path: string, title: string, { description, data }: PageHead, chunks: string[]): string {
  const url = `${ORIGIN_PLACEHOLDER}${path}`;
  const tags = [
    `<title>${title}</title>`,
    `<meta name="description" content="${attribute(description)}" />`,
    `<link rel="canonical" href="${url}" />`,
    `<meta property="og:type" content="website" />`,
    `<meta property="og:site_name" content="Leadwell" />`,
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${attribute(description)}" />`,
    `<meta property="og:url" content="${url}" />`,
    `<meta property="og:image" content="${ORIGIN_PLACEHOLDER}/social-card.png" />`,
    `<meta property="og:image:width" content="1200" />`,
    `<meta property="og:image:height" content="630" />`,
    `<meta property="og:image:alt" content="Leadwell: the contacts behind any list of websites" />`,
    `<meta name="twitter:card" content="summary_large_image" />`,
    ...data.map((item) => `<script type="application/ld+json">${scriptJson(item)}</script>`),
    ...chunks.map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
  ];
  return tags.join('\n    ');
}

/** The chunks of a page's modules that the shell doesn't load. */
function preloads(manifest: Manifest, modules: readonly string[], shell: string): string[] {
  const files = new Set<string>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const module of modules) {
    if (!manifest[module]) throw new Error(`The build has no chunk for ${module}.`);
    add(module);
  }
  return [...files].filter((file) => !shell.includes(file));
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

/** JSON that can't end its script element. */
function scriptJson(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
