import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { serveStatic } from 'hono/serve-static';
import { getMimeType } from 'hono/utils/mime';
import { cardNote } from '#contract/card-note.ts';
import { factTexts, OPERATOR_FACTS, type Operator } from '#contract/operator.ts';
import {
  CARD_NOTE_PLACEHOLDER,
  CONFIG_PLACEHOLDER,
  factPlaceholder,
  fillPlaceholders,
  ORIGIN_PLACEHOLDER,
  pageFile,
  statisticPlaceholder,
} from '#contract/page-placeholders.ts';
import type { ProviderName } from '#contract/sign-in.ts';
import { PAGES } from '#web/pages/all-pages.ts';
import { configuredProviders } from './auth/openid/providers.ts';
import type { Config } from './config.ts';
import type { AppEnv } from './http/context.ts';

const DIST = new URL('../web/dist/', import.meta.url);
/** They ignore case and a trailing slash, like the client's router. */
const ADDRESSES = PAGES.map(({ path }) => new RegExp(`^${path.replace(/:\w+/, '[^/]+')}/?$`, 'i'));
const PRERENDERED: ReadonlySet<string> = new Set(
  PAGES.filter(({ prerendered }) => prerendered).map(({ path }) => path),
);
const IMMUTABLE = 'public, max-age=31536000, immutable';
const NOT_BUILT =
  '<!doctype html><title>Leadwell</title><p>The web client is not built. Run <code>npm run build</code>, then restart.';
/** Good compression at once: a page is compressed when it is first requested. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Settings that the web client reads from the `leadwell-config` meta tag of its page. */
export interface ClientConfig {
  publishableKey: string;
  /** the configured providers that people can sign in with */
  providers?: readonly ProviderName[];
  landingStatistics?: { value: string; label: string }[] | undefined;
  operator?: Operator | undefined;
  tutorialsPlaylist?: string | undefined;
  /** what a trial says about a card */
  cardNote?: string;
}

/** The settings that pages may show. */
export function createClientConfig(config: Config): ClientConfig {
  return {
    publishableKey: config.PUBLISHABLE_KEY,
    providers: configuredProviders(config),
    landingStatistics: config.LANDING_STATISTICS,
    operator: {
      name: config.OPERATOR_NAME,
      address: config.OPERATOR_ADDRESS,
      email: config.OPERATOR_EMAIL,
      jurisdiction: config.OPERATOR_JURISDICTION,
    },
    tutorialsPlaylist: config.TUTORIALS_PLAYLIST,
    cardNote: cardNote(config.TRIAL_REQUIRES_CARD),
  };
}

interface WebClientOptions {
  /** The origin in canonical addresses and the sitemap, without a slash at its end. */
  publicUrl?: string;
  /** The folder of the build. */
  dist?: URL;
  /** What becomes of other paths: the page with status 404, by default, or the handlers mounted later. */
  others?: 'missing page' | 'pass on';
}

/**
 * Serves the built web client: its files (hashed ones as immutable), robots.txt, the sitemap, its page for known
 * paths, and by default the page with status 404 for all others. Public pages have their content in the HTML. Without a build,
 * every page says how to make one. Mount it last.
 */
export function mountWebClient(
  app: Hono<AppEnv>,
  config: ClientConfig,
  { publicUrl = '', dist = DIST, others = 'missing page' }: WebClientOptions = {},
): void {
  const renderPage = createPages(config, publicUrl, dist);
  const serveFile = serveStatic<AppEnv>({
    root: fileURLToPath(dist),
    getContent: createFiles(),
    precompressed: true,
  });

  app.get('/robots.txt', (context) => context.text(robotsTxt(publicUrl)));
  app.get('/sitemap.xml', (context) =>
    context.body(sitemapXml(publicUrl), 200, { 'Content-Type': 'application/xml; charset=utf-8' }),
  );
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
    const known = knownPath(path);
    if (known === null && others === 'pass on') return next();
    return sendPage(context, renderPage(known), known === null ? 404 : 200);
  });
}

/**
 * Reads each file of the build once, when it is first requested: a page loads 40 of them, and opening a file takes
 * longer than sending it. The whole build has a few megabytes.
 */
function createFiles(): (path: string) => Promise<Uint8Array<ArrayBuffer> | null> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  return async (path) => {
    const known = files.get(path);
    if (known) return known;
    const content = await readFile(path).catch(() => null);
    if (content) files.set(path, content);
    return content;
  };
}

/** A page's path in its usual spelling, or null. Ignores case and a trailing slash, like the client's router. */
function knownPath(path: string): string | null {
  const usual = path.toLowerCase().replace(/(.)\/$/, '$1');
  return ADDRESSES.some((address) => address.test(usual)) ? usual : null;
}

/** A page with the values of this server, and its compressed forms once they were requested. */
interface Page {
  html: Buffer<ArrayBuffer>;
  etag: string;
  br?: Buffer<ArrayBuffer>;
  gzip?: Buffer<ArrayBuffer>;
}

/** Reads each page of the build once, when it is first requested. */
function createPages(config: ClientConfig, publicUrl: string, dist: URL): (path: string | null) => Page {
  const values = markValues(config, publicUrl);
  const pages = new Map<string, Page>();
  const read = (file: string): Page | null => {
    const cached = pages.get(file);
    if (cached) return cached;
    let html: string;
    try {
      html = readFileSync(new URL(file, dist), 'utf8');
    } catch {
      return null;
    }
    const page = makePage(fillPlaceholders(html, values));
    pages.set(file, page);
    return page;
  };
  const notBuilt = makePage(NOT_BUILT);
  return (path) => {
    const rendered =
      path !== null && PRERENDERED.has(path) ? read(pageFile(path, config.landingStatistics?.length)) : null;
    return rendered ?? read('index.html') ?? notBuilt;
  };
}

function makePage(text: string): Page {
  const html = Buffer.from(text);
  return { html, etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"` };
}

/** The values of the placeholders in pages (contract/page-placeholders.ts). */
function markValues(config: ClientConfig, publicUrl: string): Record<string, string> {
  const facts = factTexts(config.operator);
  return Object.fromEntries([
    [CONFIG_PLACEHOLDER, JSON.stringify(config)],
    [ORIGIN_PLACEHOLDER, publicUrl],
    [CARD_NOTE_PLACEHOLDER, config.cardNote ?? cardNote(false)],
    ...OPERATOR_FACTS.map((fact) => [factPlaceholder(fact), facts[fact]]),
    ...(config.landingStatistics ?? []).flatMap(({ value, label }, index) => [
      [statisticPlaceholder(index, 'value'), value],
      [statisticPlaceholder(index, 'label'), label],
    ]),
  ]);
}

function sendPage(context: Context<AppEnv>, page: Page, status: 200 | 404): Response {
  context.header('Cache-Control', 'no-cache');
  context.header('ETag', page.etag);
  context.header('Vary', 'Accept-Encoding');
  if (status === 200 && context.req.header('If-None-Match')?.includes(page.etag))
    return context.body(null, 304);
  const encoding = accepts(context, {
    header: 'Accept-Encoding',
    supports: ['br', 'gzip'],
    default: 'identity',
    // Browsers name both with the same weight, gzip first.
    match: (accepted, { supports }) =>
      supports.find((support) => accepted.some(({ type, q }) => type === support && q > 0)) ?? 'identity',
  });
  context.header('Content-Type', 'text/html; charset=utf-8');
  if (encoding !== 'br' && encoding !== 'gzip') return context.body(page.html, status);
  context.header('Content-Encoding', encoding);
  page[encoding] ??= encoding === 'br' ? brotliCompressSync(page.html, BROTLI) : gzipSync(page.html);
  return context.body(page[encoding], status);
}

function robotsTxt(publicUrl: string): string {
  const hidden = [
    '/dashboard',
    '/admin',
    '/auth/',
    '/rest/',
    '/functions/',
    '/v1/',
    '/payment-success',
    '/test-',
  ];
  return [
    'User-agent: *',
    ...hidden.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

function sitemapXml(publicUrl: string): string {
  const entries = [...PRERENDERED].map((path) => `  <url><loc>${publicUrl}${path}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`;
}
