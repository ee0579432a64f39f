import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, Hono } from 'hono';
import { DASHBOARD_PAGES, PUBLIC_PAGES } from '#contract/pages.ts';
import { TOOLS } from '#tools/tools.ts';
import type { AppEnv } from './http/context.ts';

const compress = promisify(gzip);
const DIST = new URL('../web/dist/', import.meta.url);
const PAGES: ReadonlySet<string> = new Set([
  ...PUBLIC_PAGES,
  ...DASHBOARD_PAGES,
  ...TOOLS.map(({ path }) => path),
]);
const CONFIG_PLACEHOLDER = '__LEADWELL_CONFIG__';

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const ALREADY_SMALL = new Set(['.ico', '.png', '.woff2']);

/** What the web client is told in its page; it reads it from the `leadwell-config` meta tag. */
export interface ClientConfig {
  publishableKey: string;
  landingStatistics?: { value: string; label: string }[] | undefined;
}

/**
 * Serves the built web client: hashed assets for ever, the page for its own addresses, the page with status 404 for others.
 * Without a build every page says how to make one. Mount it last. `dist` is the folder of the build.
 */
export function mountWebClient(app: Hono<AppEnv>, config: ClientConfig, dist: URL = DIST): void {
  const page = readPage(config, dist);
  const assets = new Map<string, Promise<Asset | null>>();

  app.get('/*', async function webClient(context, next) {
    const path = context.req.path;
    const extension = extname(path);
    if (extension && CONTENT_TYPES[extension] && extension !== '.html') {
      let asset = assets.get(path);
      if (!asset) {
        asset = readAsset(path, extension, dist);
        // Only files that are there are remembered: the names of those that are not have no bound.
        void asset.then((found) => found && assets.set(path, Promise.resolve(found)));
      }
      const found = await asset;
      return found ? answerAsset(context, found) : next();
    }
    if (/^\/(auth|rest|functions)\//.test(path)) return next();
    context.header('Cache-Control', 'no-cache');
    return context.html(page, isPage(path) ? 200 : 404);
  });
}

/** A slash at the end and the case do not matter, as to the client's router. */
function isPage(path: string): boolean {
  return PAGES.has(path.toLowerCase().replace(/(.)\/$/, '$1'));
}

interface Asset {
  body: Uint8Array<ArrayBuffer>;
  gzipped: Uint8Array<ArrayBuffer> | null;
  contentType: string;
  immutable: boolean;
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

async function readAsset(path: string, extension: string, dist: URL): Promise<Asset | null> {
  if (path.includes('..') || path.includes('%') || path.includes('\\')) return null;
  let body: Uint8Array<ArrayBuffer>;
  try {
    body = new Uint8Array(await readFile(new URL(`.${path}`, dist)));
  } catch {
    return null;
  }
  return {
    body,
    gzipped: ALREADY_SMALL.has(extension) ? null : new Uint8Array(await compress(body, { level: 9 })),
    contentType: CONTENT_TYPES[extension] ?? 'application/octet-stream',
    immutable: path.startsWith('/assets/'),
  };
}

function answerAsset(context: Context<AppEnv>, asset: Asset): Response {
  context.header('Content-Type', asset.contentType);
  context.header('Cache-Control', asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (!asset.gzipped) return context.body(asset.body);
  context.header('Vary', 'Accept-Encoding');
  if (!/\bgzip\b/.test(context.req.header('accept-encoding') ?? '')) return context.body(asset.body);
  context.header('Content-Encoding', 'gzip');
  return context.body(asset.gzipped);
}
