import { defineConfig } from 'vitest/config';
import { postgresTests, postgresTestsAlone } from './cli/postgres-tests.ts';
import { openTestFolder } from './cli/test-folder.ts';

openTestFolder();

const exclude = ['**/node_modules/**', ...postgresTestsAlone()];

/**
 * Unit and integration tests, next to the file they test. Browser tests are in playwright.config.ts. Files share
 * a process, because starting one costs more than most files take. So a test restores what it stubs and closes
 * what it opens.
 */
export default defineConfig({
  test: {
    // Each worker loads all modules. With a third one, a run takes a fifth more CPU time and isn't shorter.
    maxWorkers: 2,
    // n8n brings this module to its nodes. It isn't open source, so tests have a fake one.
    alias: { 'n8n-workflow': `${import.meta.dirname}/integrations/n8n-build/fake-n8n-workflow.ts` },
    isolate: false,
    // V8 doesn't compile PGlite twice, and collects garbage less often: 7% less CPU time. Without its slowest compiler and
    // the threads of its collector, it is another 7%.
    execArgv: [
      '--liftoff-only',
      '--initial-old-space-size=1500',
      '--min-semi-space-size=32',
      '--max-semi-space-size=64',
      '--max-opt=2',
      '--no-concurrent-marking',
    ],
    unstubEnvs: true,
    restoreMocks: true,
    // A busy machine is up to five times slower, so a test may take six seconds on a quiet one. Beside two busy
    // cores and other checkouts, one hook of 7,000 tests took more than 30 seconds.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 50_000, interval: 20 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['{contract,engines,net,tools,web,bench,extension}/**/*.test.{ts,tsx}'],
          exclude,
        },
      },
      { extends: true, test: { name: 'rules', include: ['*.test.ts'] } },
      {
        extends: true,
        test: { name: 'server', include: ['{server,cli,db,integrations}/**/*.test.ts'], exclude },
      },
      {
        extends: true,
        test: { name: 'postgres', include: postgresTests(), globalSetup: './cli/start-postgres.ts', env: {} },
      },
    ],
  },
});
