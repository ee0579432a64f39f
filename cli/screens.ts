import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium } from '#net/find-chromium.ts';
import { drawBrandImages } from './brand-images.ts';
import { type DemoServer, startDemoServer } from './demo-server.ts';
import { PICTURE, SCREENS, type Screen, VARIANTS, type Variant } from './screen-list.ts';
import { buildExtensionsIfNeeded } from './web-build.ts';

const ROOT = join(import.meta.dirname, '..');
const CLIENT_KEY = { apikey: 'leadwell-public' };
/** Of docs/screens, in percent. Small text stays readable. */
const QUALITY = { screens: 50, pictures: 72 } as const;
/** Longer pages are cut. */
const MAX_HEIGHT = 2000;

/**
 * `npm run screens [-- --only landing,guide --pictures]`: takes the pictures of all pages in docs/screens and of the
 * help pages again, from the example data. `--pictures`: only those of the help pages, and the brand's images.
 * `--only`: names that start with one of these.
 */
export async function main(args: readonly string[] = []): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { only: { type: 'string' }, pictures: { type: 'boolean' } },
  });
  const starts = values.only?.split(',');
  const screens = SCREENS.filter(({ name }) => !starts || starts.some((start) => name.startsWith(start)));
  buildExtensionsIfNeeded();
  const demo = await startDemoServer();
  const browser = await chromium.launch({
    executablePath: findChromium(process.env.CHROMIUM_PATH) ?? undefined,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    let bytes = 0;
    for (const variant of values.pictures ? [] : VARIANTS)
      bytes += await takeScreens(browser, demo, screens, variant);
    const pictures = screens.filter(({ picture }) => picture);
    bytes += await takeScreens(browser, demo, pictures, PICTURE, ({ picture = '' }) => picture);
    if (!starts) {
      const page = await browser.newPage();
      await page.goto(`${demo.url}/`);
      await drawBrandImages(page);
    }
    process.stdout.write(`${Math.round(bytes / 1024)} kB of pictures\n`);
  } finally {
    await browser.close();
    await demo.close();
  }
}

/** Takes a picture of each page. Returns their size in bytes. */
async function takeScreens(
  browser: Browser,
  demo: DemoServer,
  screens: readonly Screen[],
  variant: Variant,
  toFile: (screen: Screen) => string = ({ name }) => `docs/screens/${name}-${variant.name}.webp`,
): Promise<number> {
  let bytes = 0;
  for (const signedIn of [false, true]) {
    const context = await browser.newContext({
      viewport: { width: variant.width, height: variant.height },
      colorScheme: variant.colorScheme,
      reducedMotion: 'reduce',
      baseURL: demo.url,
      // Otherwise, the page's CSP stops the script that `settle` waits with.
      bypassCSP: true,
    });
    const page = await context.newPage();
    const session = signedIn ? await signIn(page, demo) : null;
    for (const screen of screens.filter((screen) => screen.signedIn === signedIn)) {
      await page.goto(
        screen.path + (session && screen.task ? await taskQuery(page, session, screen.task) : ''),
      );
      await settle(page);
      const file = join(ROOT, toFile(screen));
      const picture = await capture(page, variant, variant === PICTURE);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, picture);
      bytes += picture.length;
    }
    await context.close();
  }
  return bytes;
}

/** Signs the demo user in. Returns the access token. */
async function signIn(page: Page, { email, password }: DemoServer): Promise<string> {
  const reply = await page.request.post('/auth/v1/token?grant_type=password', {
    headers: CLIENT_KEY,
    data: { email, password },
  });
  const session = await reply.text();
  await page.addInitScript(`localStorage.setItem('leadwell-auth', ${JSON.stringify(session)})`);
  return JSON.parse(session).access_token;
}

async function taskQuery(
  page: Page,
  token: string,
  { type, status }: NonNullable<Screen['task']>,
): Promise<string> {
  const reply = await page.request.get(
    `/rest/v1/tasks?type=eq.${type}&status=eq.${status}&select=id&limit=1`,
    {
      headers: { ...CLIENT_KEY, authorization: `Bearer ${token}` },
    },
  );
  const [task] = (await reply.json()) as { id: string }[];
  if (!task) throw new Error(`The demo has no ${type} task that is ${status}.`);
  return `?task=${task.id}`;
}

/** Waits until the page has its content, its fonts and its pictures. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(READY);
  await page.evaluate(LOAD_IMAGES);
}

// Texts, because the types of this program are those of Node.
const READY = `document.querySelector('h1') && document.fonts.status === 'loaded' &&
  !document.querySelector('[aria-busy="true"], .animate-pulse')`;
const LOAD_IMAGES = `for (const image of document.images) image.loading = 'eager';
  Promise.all([...document.images].map((image) => image.decode().catch(() => {}))).then(() => {})`;

/** The page as WebP. Playwright takes PNG and JPEG only. */
async function capture(page: Page, { width, height }: Variant, viewportOnly: boolean): Promise<Buffer> {
  const full = await page.evaluate<number>('document.documentElement.scrollHeight');
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: viewportOnly ? QUALITY.pictures : QUALITY.screens,
    captureBeyondViewport: !viewportOnly,
    clip: { x: 0, y: 0, width, height: viewportOnly ? height : Math.min(full, MAX_HEIGHT), scale: 1 },
  });
  await session.detach();
  return Buffer.from(data, 'base64');
}
