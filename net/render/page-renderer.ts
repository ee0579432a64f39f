import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createHostResolver } from '../dns.ts';
import { refuseUrl } from '../guard.ts';
import { type GuardedSocks, startGuardedSocks } from './guarded-socks.ts';

/** What a page shows once its scripts ran. */
export type RenderedPage = { ok: true; url: string; html: string } | { ok: false; reason: string };

export interface PageRenderer {
  /** Opens an http(s) page in a browser context of its own and takes its markup. Never throws. */
  render(url: string, signal: AbortSignal): Promise<RenderedPage>;
  close(): Promise<void>;
}

export interface PageRendererOptions {
  chromiumPath: string;
  /** `host:port`, the port optional; null for the system's resolution. */
  dnsServers: readonly string[] | null;
  allowPrivateNetwork: boolean;
  userAgent: string;
  limits?: Partial<RenderLimits>;
}

export interface RenderLimits {
  /** Pages open at once. */
  pages: number;
  /** One page from opening to markup. */
  pageMs: number;
  /** How long a loaded page may go on fetching before its markup is taken. */
  settleMs: number;
  /** All bytes of one page. */
  maxBytes: number;
  maxHtmlChars: number;
}

export const RENDER_LIMITS: RenderLimits = {
  pages: 2,
  pageMs: 20_000,
  settleMs: 3_000,
  maxBytes: 20_000_000,
  maxHtmlChars: 5_000_000,
};

const CONNECT_MS = 10_000;
/** What carries no text is not fetched. */
const NOT_FETCHED = new Set(['image', 'media', 'font']);

/**
 * Pages that are empty without JavaScript, shown by an installed Chromium. The browser starts with the first page, has the sandbox
 * wherever it is not run as root, and reaches the world only through a guarded proxy: loopback is not exempt, WebRTC and QUIC are off.
 */
export function createPageRenderer(options: PageRendererOptions): PageRenderer {
  const limits = { ...RENDER_LIMITS, ...options.limits };
  const policy = { allowPrivateNetwork: options.allowPrivateNetwork };
  const resolver = createHostResolver({ dnsServers: options.dnsServers, policy });
  const waiting: (() => void)[] = [];
  let open = 0;
  let browser: Promise<Browser> | null = null;

  function launched(): Promise<Browser> {
    browser ??= launch(options.chromiumPath).then((started) => {
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

  async function slot(): Promise<() => void> {
    if (open >= limits.pages) await new Promise<void>((resume) => waiting.push(resume));
    else open += 1;
    return () => {
      const next = waiting.shift();
      if (next) next();
      else open -= 1;
    };
  }

  async function show(url: string, signal: AbortSignal): Promise<RenderedPage> {
    const socks = await startGuardedSocks({
      resolver,
      policy,
      connectMs: CONNECT_MS,
      maxBytes: limits.maxBytes,
    });
    let context: BrowserContext | null = null;
    try {
      context = await newContext(await launched(), socks, options.userAgent);
      const page = await context.newPage();
      return await withLimit(takeMarkup(page, url, limits), limits.pageMs, signal);
    } catch (error) {
      return { ok: false, reason: error instanceof Error ? error.message.split('\n', 1)[0]! : String(error) };
    } finally {
      socks.close();
      await closeContext(context, browser);
    }
  }

  return {
    async render(url, signal) {
      if (!URL.canParse(url) || refuseUrl(new URL(url), policy))
        return { ok: false, reason: 'refused address' };
      const leave = await slot();
      try {
        return signal.aborted ? { ok: false, reason: 'stopped' } : await show(url, signal);
      } finally {
        leave();
      }
    },
    async close() {
      const started = await browser?.catch(() => null);
      await started?.close();
      resolver.close();
    },
  };
}

async function launch(executablePath: string): Promise<Browser> {
  // Only who renders pays for loading it.
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--proxy-bypass-list=<-loopback>',
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--disable-quic',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
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

async function takeMarkup(page: Page, url: string, limits: RenderLimits): Promise<RenderedPage> {
  await page.addInitScript(() => {
    // A page has no business with peers; without the constructor there is no UDP to leak an address.
    for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection'])
      Reflect.deleteProperty(globalThis, name);
  });
  await page.route('**/*', (route) =>
    NOT_FETCHED.has(route.request().resourceType()) ? route.abort() : route.continue(),
  );
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
  page.on('popup', (popup) => void popup.close().catch(() => {}));
  await page.goto(url, { waitUntil: 'domcontentloaded', timeout: limits.pageMs });
  await page.waitForLoadState('networkidle', { timeout: limits.settleMs }).catch(() => {});
  const html = await page.content();
  if (!/^https?:/.test(page.url())) return { ok: false, reason: 'the page went elsewhere' };
  return { ok: true, url: page.url(), html: html.slice(0, limits.maxHtmlChars) };
}

/** A script that never ends holds the page's thread, and whatever asks it waits: our own clock ends that. */
async function withLimit(
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
      // What was aborted while the browser started tells nobody again.
      if (limit.aborted) end();
      else limit.addEventListener('abort', end, { once: true });
    }),
  ]);
}

const CLOSE_MS = 3_000;

/** Closes the context; a browser that cannot do that in time is ended, and the next page starts another. */
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
