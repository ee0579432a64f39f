import { defineConfig } from '@playwright/test';
import { openTestFolder } from '#cli/test-folder.ts';
import { findChromium } from '#net/find-chromium.ts';

openTestFolder();
// Node strips the types. Playwright would compile each file and map every stack trace to it.
process.env.PW_DISABLE_TS_ESM = '1';

/** Browser tests: the real server, a real Chromium, and a fake web on loopback. `npm test` runs them last. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/prepare.ts',
  outputDir: 'e2e/out',
  // Each worker has its own server, fake web and browser. Three keep two cores busy, since every test waits at times.
  workers: 3,
  // A test that passes only when retried is reported as flaky.
  retries: 1,
  // A busy machine is up to five times slower. A test that goes through many pages or starts servers says `test.slow()`,
  // for three times as long.
  timeout: 60_000,
  expect: { timeout: 30_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    trace: 'on-first-retry',
    // Playwright waits for animations to end. accounts.spec.ts has them.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(process.env.CHROMIUM_PATH) ?? '/usr/bin/chromium',
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        // Pages live for seconds, so optimizing their code doesn't pay. The GPU and the network don't need a process of
        // their own. Together, this takes 10% less CPU time.
        '--js-flags=--no-opt --no-maglev',
        '--in-process-gpu',
        '--enable-features=NetworkServiceInProcess2',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
