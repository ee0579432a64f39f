import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { startLeadwell } from '../../e2e/fixtures/leadwell-server.ts';
import { findChromium } from '../../net/find-chromium.ts';
import { PAGES } from '../../web/pages/all-pages.ts';
import { reportFigure } from '../figures.ts';

/**
 * `npm run bench:web [-- --rounds 5 --slowdown 4]`: the first contentful paint of the public pages and of the login page
 * in Chromium with a slower CPU and an empty cache, on loopback. Prints the median and the worst. Ends with code 1 if the
 * median of the landing page is 1 s or more.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { rounds: { type: 'string', default: '5' }, slowdown: { type: 'string', default: '4' } },
});
const LIMIT_MS = 1000;
const PRERENDERED = PAGES.filter(({ prerendered }) => prerendered).map(({ path }) => path);
const FIRST_PAINT = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByName('first-contentful-paint')) resolve(entry.startTime);
  }).observe({ type: 'paint', buffered: true });
})`;

export async function main(): Promise<void> {
  const server = await startLeadwell({ asInProduction: true });
  const plain = await servePlainPage();
  const browser = await chromium.launch({
    executablePath: findChromium(process.env.CHROMIUM_PATH) ?? undefined,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    let plainMs = 0;
    for (const path of [plain.url, ...PRERENDERED, '/login']) {
      const times: number[] = [];
      for (let round = 0; round < Number(values.rounds); round += 1) {
        const context = await browser.newContext();
        const page = await context.newPage();
        const session = await context.newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slowdown) });
        await page.goto(new URL(path, server.url).href);
        times.push(await page.evaluate<number>(FIRST_PAINT));
        await context.close();
      }
      times.sort((a, b) => a - b);
      const median = times[Math.floor(times.length / 2)] ?? 0;
      if (path === plain.url) plainMs = median;
      else reportFigure(`web: first paint of ${path} / a plain page`, median / plainMs, 'lower');
      console.log(`${path}: ${Math.round(median)} ms, at most ${Math.round(times.at(-1) ?? 0)} ms`);
      if (path === '/' && median >= LIMIT_MS) process.exitCode = 1;
    }
  } finally {
    await browser.close();
    plain.close();
    await server.stop();
  }
}

/** A page with a sentence and nothing else, to compare with. */
async function servePlainPage(): Promise<{ url: string; close(): void }> {
  const server = createServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><title>Plain</title><p>A plain page.</p>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
