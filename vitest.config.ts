import { defineConfig } from 'vitest/config';

/** Unit and integration tests stand beside their file; browsers are Playwright's (playwright.config.ts). */
export default defineConfig({
  test: {
    include: ['*.test.ts', '{contract,engines,net,tools,server,cli,web,db,bench}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**'],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
