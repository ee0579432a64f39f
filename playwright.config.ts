import { defineConfig } from '@playwright/test';

/** Browser tests: the real server, a real Chromium (CHROMIUM_PATH), the fake web on loopback. `npm test` starts them last. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'e2e/out',
  // Each has a server, a fake web and a browser of its own.
  workers: 2,
  // Browsers share the machine with whatever else runs on it: who fails once and then passes is told as flaky, not as failed.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    // A film costs a third of the run; what a page showed when it failed is kept by `screenshot`.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
