import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Owner } from '../cpu-shares.ts';
import { createHostResolver } from '../dns.ts';
import { createFairSlots, reservedRule } from '../fair-slots.ts';
import { refuseUrl } from '../guard.ts';
import { type GuardedSocks, startGuardedSocks } from './guarded-socks.ts';

/** The markup of a page after its scripts ran. */
export type RenderedPage = { ok: true; url: string; html: string } | { ok: false; reason: string };

export interface PageRenderer {
  /** Renders an http(s) page in its own browser context. Never throws. */
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
}

export const RENDER_LIMITS: RenderLimits = {
  pages: 2,
  pageMs: 20_000,
  settleMs: 3_000,
  maxBytes: 20_000_000,
  maxHtmlChars: 5_000_000,
};

const CONNECT_MS = 10_000;
/** Resource types without text, which are blocked. */
const BLOCKED_TYPES = new Set(['image', 'media', 'font']);

/**
 * Renders pages that need JavaScript in an installed Chromium. The browser starts with the first page, is
 * sandboxed unless it runs as root, and connects only through a guarded proxy: loopback isn't exempt, and
 * WebRTC and QUIC are off.
 */
export function createPageRenderer(options: PageRendererOptions): PageRenderer {
  const limits = { ...RENDER_LIMITS, ...options.limits };
  const policy = { allowPrivateNetwork: options.allowPrivateNetwork };
  const resolver = createHostResolver({ dnsServers: options.dnsServers, policy });
  const slots = createFairSlots([reservedRule(limits.pages, 1)]);
  let browser: Promise<Browser> | null = null;

  function getBrowser(): Promise<Browser> {
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
      return await withTimeLimit(loadMarkup(page, url, limits), limits.pageMs, signal);
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

async function launch(executablePath: string): Promise<Browser> {
  // Loaded lazily, because most processes never render.
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

async function loadMarkup(page: Page, url: string, limits: RenderLimits): Promise<RenderedPage> {
  await page.addInitScript(() => {
    // Pages don't need WebRTC, whose UDP traffic could leak our IP address.
    for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection'])
      Reflect.deleteProperty(globalThis, name);
  });
  await page.route('**/*', (route) =>
    BLOCKED_TYPES.has(route.request().resourceType()) ? route.abort() : route.continue(),
  );
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
  page.on('popup', (popup) => void popup.close().catch(() => {}));
  await page.goto(url, { waitUntil: 'domcontentloaded', timeout: limits.pageMs });
  await page.waitForLoadState('networkidle', { timeout: limits.settleMs }).catch(() => {});
  const html = await page.content();
  if (!/^https?:/.test(page.url())) return { ok: false, reason: 'the page navigated away' };
  return { ok: true, url: page.url(), html: html.slice(0, limits.maxHtmlChars) };
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
