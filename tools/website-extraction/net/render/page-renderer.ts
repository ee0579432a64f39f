import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import type { Owner } from '#net/cpu-shares.ts';
import { createHostResolver } from '#net/dns.ts';
import { createFairSlots, reservedRule } from '#net/fair-slots.ts';
import { refuseUrl } from '#net/guard.ts';
import { type GuardedSocks, startGuardedSocks } from '#net/guarded-socks.ts';
import { readMarkup } from './cut-markup.ts';

/** The markup of a page after its scripts ran. `leadsTo`: another page that its scripts wanted to open instead; not opened. */
export type RenderedPage =
  | { ok: true; url: string; html: string; leadsTo: string | null }
  | { ok: false; reason: string };

export interface PageRenderer {
  /**
   * Renders an http(s) page in its own browser context, and opens no other page: who calls this has checked whether the site
   * allows a visit to this one. Never throws.
   */
  render(url: string, signal: AbortSignal, owner?: Owner): Promise<RenderedPage>;
  close(): Promise<void>;
}

export interface PageRendererOptions {
  chromiumPath: string;
  /** Entries of `address` or `address:port`; null for the system resolver. */
  dnsServers: readonly string[] | null;
  allowPrivateNetwork: boolean;
  userAgent: string;
  limits?: Partial<RenderLimits>;
}

export interface RenderLimits {
  /** Maximum open pages of one owner. Another owner can open one more. */
  pages: number;
  /** Time limit for a page. */
  pageMs: number;
  /** How long to wait for a loaded page to finish its requests. */
  settleMs: number;
  /** Download limit per page, including its resources. */
  maxBytes: number;
  maxHtmlChars: number;
  /** Memory of each process of the browser, in bytes. A page that needs more ends. */
  processBytes: number;
}

const RENDER_LIMITS: RenderLimits = {
  pages: 2,
  pageMs: 20_000,
  settleMs: 3_000,
  maxBytes: 20_000_000,
  maxHtmlChars: 5_000_000,
  processBytes: 800_000_000,
};

const CONNECT_MS = 10_000;
const OUT_OF_MEMORY = 'the page needs too much memory';
/** Resource types without text, which are blocked. */
const BLOCKED_TYPES = new Set(['image', 'media', 'font']);

/**
 * Renders pages that need JavaScript in an installed Chromium. The browser starts with the first page and connects
 * only through a guarded proxy. A page can have one process, a share of the memory and the time, and no other pages.
 */
export function createPageRenderer(options: PageRendererOptions): PageRenderer {
  const limits = { ...RENDER_LIMITS, ...options.limits };
  const policy = { allowPrivateNetwork: options.allowPrivateNetwork };
  const resolver = createHostResolver({ dnsServers: options.dnsServers, policy });
  const slots = createFairSlots([reservedRule(limits.pages, 1)]);
  let browser: Promise<Browser> | null = null;

  function getBrowser(): Promise<Browser> {
    browser ??= launchChromium(options.chromiumPath, limits.processBytes).then((started) => {
      started.on('disconnected', () => {
        browser = null;
      });
      return started;
    });
    browser.catch(() => {
      browser = null;
    });
    return browser;
  }

  async function renderPage(url: string, signal: AbortSignal): Promise<RenderedPage> {
    const socks = await startGuardedSocks({
      resolver,
      policy,
      connectMs: CONNECT_MS,
      maxBytes: limits.maxBytes,
    });
    let context: BrowserContext | null = null;
    try {
      context = await newContext(await getBrowser(), socks, options.userAgent);
      const page = await context.newPage();
      const crashed = new Promise<RenderedPage>((resolve) => {
        page.once('crash', () => resolve({ ok: false, reason: OUT_OF_MEMORY }));
      });
      const markup = loadMarkup(page, url, limits).catch((error) =>
        // A failed call is reported before the crash.
        /crashed/i.test(String(error)) ? crashed : Promise.reject(error),
      );
      return await withTimeLimit(Promise.race([markup, crashed]), limits.pageMs, signal);
    } catch (error) {
      return { ok: false, reason: error instanceof Error ? error.message.split('\n', 1)[0]! : String(error) };
    } finally {
      socks.close();
      await closeContext(context, browser);
    }
  }

  return {
    async render(url, signal, owner = null) {
      if (!URL.canParse(url) || refuseUrl(new URL(url), policy))
        return { ok: false, reason: 'blocked address' };
      const release = await slots.take(owner, [''], signal).catch(() => null);
      if (!release) return { ok: false, reason: 'stopped' };
      try {
        return await renderPage(url, signal);
      } finally {
        release();
      }
    },
    async close() {
      const started = await browser?.catch(() => null);
      await started?.close();
      resolver.close();
    },
  };
}

function newContext(browser: Browser, socks: GuardedSocks, userAgent: string): Promise<BrowserContext> {
  return browser.newContext({
    proxy: { server: socks.url, bypass: '<-loopback>' },
    userAgent,
    serviceWorkers: 'block',
    acceptDownloads: false,
    permissions: [],
  });
}

async function loadMarkup(page: Page, url: string, limits: RenderLimits): Promise<RenderedPage> {
  await page.addInitScript(holdBack);
  const asked = addressOf(url);
  let leadsTo: string | null = null;
  let redirectedTo: string | null = null;
  const left = Promise.withResolvers<void>();
  // Also of pages that it opens.
  await page.context().route('**/*', (route) => {
    const request = route.request();
    if (BLOCKED_TYPES.has(request.resourceType())) return route.abort();
    if (!isDocument(request)) return route.continue();
    if (!isPageDocument(page, request)) return route.abort();
    if (addressOf(request.url()) === asked) return route.continue();
    if (isWeb(request.url())) leadsTo = request.url();
    left.resolve();
    // As if the page was stopped: the browser keeps it instead of showing an error.
    return route.abort('aborted');
  });
  // Redirects aren't routed.
  page.on('request', (request) => {
    if (isDocument(request) && isPageDocument(page, request) && request.redirectedFrom() !== null)
      redirectedTo = addressOf(request.url());
  });
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
  page.on('popup', (popup) => void popup.close().catch(() => {}));
  await page.goto(url, { waitUntil: 'commit', timeout: limits.pageMs });
  // A page that wants to leave isn't loaded further.
  await Promise.race([
    page.waitForLoadState('domcontentloaded', { timeout: limits.pageMs }).catch(() => {}),
    left.promise,
  ]);
  await page.waitForLoadState('networkidle', { timeout: limits.settleMs }).catch(() => {});
  const html = await readMarkup(page, limits.maxHtmlChars);
  if (!isWeb(page.url()) || (redirectedTo !== null && redirectedTo !== asked))
    return { ok: false, reason: 'the page navigated away' };
  return { ok: true, url: page.url(), html, leadsTo };
}

const isWeb = (url: string) => /^https?:/.test(url);

/** What is asked of a server: an address without its fragment, and without its scheme, which browsers may raise to https. */
function addressOf(url: string): string {
  return url.replace(/^https?:/, '').replace(/#.*$/s, '');
}

const isDocument = (request: Request) => request.resourceType() === 'document';

/** Whether a request is the document of the page itself. One of a frame or a popup would be one more process. */
function isPageDocument(page: Page, request: Request): boolean {
  try {
    return request.frame() === page.mainFrame();
  } catch {
    // The first request of a popup has no frame yet.
    return false;
  }
}

interface PageGlobals {
  addEventListener(name: string, listener: (event: Event) => void, options: { capture: boolean }): void;
}

/**
 * Runs in the page before its scripts. Takes away what would send its data past the limits: WebRTC, whose UDP traffic
 * could leak our IP address, workers, and messages, which the browser hands to us as a whole.
 */
function holdBack(): void {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'Worker', 'SharedWorker'])
    Reflect.deleteProperty(globalThis, name);
  const ignore = () => {};
  for (const name of ['alert', 'confirm', 'prompt', 'print'])
    Reflect.defineProperty(globalThis, name, { value: ignore });
  for (const name of Object.keys(console)) Reflect.defineProperty(console, name, { value: ignore });
  const { addEventListener } = globalThis as unknown as PageGlobals;
  for (const name of ['error', 'unhandledrejection'])
    addEventListener(name, (event) => event.preventDefault(), { capture: true });
}

/** An endless script blocks every Playwright call on the page, so the time limit is enforced here. */
async function withTimeLimit(
  work: Promise<RenderedPage>,
  ms: number,
  signal: AbortSignal,
): Promise<RenderedPage> {
  work.catch(() => {});
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  return Promise.race([
    work,
    new Promise<RenderedPage>((resolve) => {
      const end = () => resolve({ ok: false, reason: signal.aborted ? 'stopped' : 'timeout' });
      // An already aborted signal fires no event.
      if (limit.aborted) end();
      else limit.addEventListener('abort', end, { once: true });
    }),
  ]);
}

const CLOSE_MS = 3_000;

/** Closes the context. If that takes too long, closes the browser; the next page starts a new one. */
async function closeContext(context: BrowserContext | null, browser: Promise<Browser> | null): Promise<void> {
  if (!context) return;
  const closed = await Promise.race([
    context.close().then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => {
      setTimeout(resolve, CLOSE_MS, false);
    }),
  ]);
  if (!closed) await (await browser?.catch(() => null))?.close().catch(() => {});
}

const LIMITED = fileURLToPath(new URL('./limited-chromium.sh', import.meta.url));
/** A few processes for pages; others wait or share one. */
const MAX_RENDERERS = 8;
/** Chromium needs no more of our environment, which has secrets. */
const ENVIRONMENT = [
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  'TZ',
  'XDG_CONFIG_HOME',
  'XDG_CACHE_HOME',
  'XDG_RUNTIME_DIR',
];

/**
 * Starts an installed Chromium whose processes can each have `processBytes` of memory. It is sandboxed unless it
 * runs as root, and keeps to its proxy: loopback isn't exempt, and WebRTC and QUIC are off.
 */
async function launchChromium(executablePath: string, processBytes: number): Promise<Browser> {
  // Loaded lazily, because most processes never render.
  const { chromium } = await import('playwright-core');
  const kept = ENVIRONMENT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return chromium.launch({
    executablePath: LIMITED,
    env: {
      ...Object.fromEntries(kept),
      LEADWELL_CHROMIUM: executablePath,
      // Chromium crashes if it isn't a whole number of memory pages.
      LEADWELL_CHROMIUM_DATA_KB: String(Math.ceil(processBytes / 2 ** 20) * 1024),
    },
    chromiumSandbox: process.getuid?.() !== 0,
    // Pages of other sites would be more processes.
    ignoreDefaultArgs: ['--disable-popup-blocking'],
    args: [
      '--proxy-bypass-list=<-loopback>',
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--disable-quic',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      `--renderer-process-limit=${MAX_RENDERERS}`,
    ],
  });
}
