import { defineConfig } from 'vitest/config';

/**
 * Unit and integration tests, next to the file they test; browser tests are Playwright's (playwright.config.ts).
 * Files share a process: starting one for each file costs more than most files take. So a test leaves nothing behind that the
 * next file sees: it restores what it stubs and closes what it opens.
 */
export default defineConfig({
  test: {
    exclude: ['**/node_modules/**'],
    maxWorkers: 2,
    isolate: false,
    unstubEnvs: true,
    restoreMocks: true,
    // Generous, so that a busy machine fails no test.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['{contract,engines,net,tools,web,bench}/**/*.test.{ts,tsx}'],
        },
      },
      // Run by `npm run check`.
      { extends: true, test: { name: 'rules', include: ['*.test.ts'] } },
      {
        extends: true,
        test: { name: 'server', include: ['{server,cli,db}/**/*.test.ts'] },
      },
    ],
  },
});
