import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { DASHBOARD_PAGES, PUBLIC_PAGES } from '#contract/pages.ts';
import type { ProviderName } from '#contract/sign-in.ts';
import { TOOLS } from '#tools/tools.ts';
import type { AppEnv } from './http/context.ts';

const DIST = new URL('../web/dist/', import.meta.url);
const PAGES: ReadonlySet<string> = new Set([
  ...PUBLIC_PAGES,
  ...DASHBOARD_PAGES,
  ...TOOLS.map(({ path }) => path),
]);
const IMMUTABLE = 'public, max-age=31536000, immutable';
const CONFIG_PLACEHOLDER = '__LEADWELL_CONFIG__';

/** Settings that the web client reads from the `leadwell-config` meta tag of its page. */
export interface ClientConfig {
  publishableKey: string;
  /** the configured providers that people can sign in with */
  providers?: readonly ProviderName[];
  landingStatistics?: { value: string; label: string }[] | undefined;
}

/**
 * Serves the built web client: its files (hashed ones as immutable), its page for known paths, and the page
 * with status 404 for all others. Without a build, every page says how to make one. Mount it last. `dist`:
 * the folder of the build.
 */
export function mountWebClient(app: Hono<AppEnv>, config: ClientConfig, dist: URL = DIST): void {
  const page = readPage(config, dist);
  const folder = fileURLToPath(dist);
  const serveFile = serveStatic<AppEnv>({
    // With `root`, serveStatic would print an error if the client isn't built.
    rewriteRequestPath: (path) => `${folder}${path}`,
    precompressed: true,
  });

  app.get('/*', async function webClient(context, next) {
    const { path } = context.req;
    const type = getMimeType(path);
    if (type && !type.startsWith('text/html')) {
      const file = await serveFile(context, async () => {});
      if (!file) return next();
      // serveStatic calls `onFound` too late to set headers.
      file.headers.set('Cache-Control', path.startsWith('/assets/') ? IMMUTABLE : 'no-cache');
      return file;
    }
    if (/^\/(auth|rest|functions)\//.test(path)) return next();
    context.header('Cache-Control', 'no-cache');
    return context.html(page, isPage(path) ? 200 : 404);
  });
}

/** Ignores case and a trailing slash, like the client's router. */
function isPage(path: string): boolean {
  return PAGES.has(path.toLowerCase().replace(/(.)\/$/, '$1'));
}

function readPage(config: ClientConfig, dist: URL): string {
  let html: string;
  try {
    html = readFileSync(new URL('index.html', dist), 'utf8');
  } catch {
    return '<!doctype html><title>Leadwell</title><p>The web client is not built. Run <code>npm run build</code>, then restart.';
  }
  const json = JSON.stringify(config)
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;');
  return html.replace(CONFIG_PLACEHOLDER, () => json);
}
