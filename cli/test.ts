import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from './check.ts';
import { findOrInstallChromium } from './chromium.ts';
import { bundledServer } from './package/test-server-bundle.ts';
import { runStep } from './run-step.ts';
import { openTestFolder } from './test-folder.ts';
import {
  failedTests,
  type GroupResult,
  readPlaywrightReport,
  readVitestReport,
  slowestFiles,
  sum,
} from './test-report.ts';
import { buildExtensionsIfNeeded, buildWebIfNeeded } from './web-build.ts';

/** So that both cores have work until the end. Each part loads the modules again. */
const POSTGRES_PARTS = 6;

/**
 * `npm test`: runs the unit and then the browser tests, and beside them, at a lower priority, the checks and the tests on
 * PostgreSQL, in parts. What is left of these after the browser tests runs in two processes. Prints the time of each group and the
 * slowest files, and ends with what failed and one line of counts.
 */
export async function main(): Promise<void> {
  openTestFolder();
  await findOrInstallChromium();
  await bundledServer();
  const results = new Map<string, GroupResult & { ms: number }>();
  const run = async (group: string, start: () => Promise<GroupResult>) => {
    const began = performance.now();
    results.set(group, { ...(await start()), ms: performance.now() - began });
  };
  const checked = run('check', async () => ({ ...(await check(true)), skipped: 0, files: [] })).then(() => {
    buildWebIfNeeded();
    buildExtensionsIfNeeded();
  });
  const parts = Array.from({ length: POSTGRES_PARTS }, (_, index) => `${index + 1}/${POSTGRES_PARTS}`);
  const postgres = async (isBeside: boolean) => {
    for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
      const args = ['--maxWorkers=1', `--shard=${part}`];
      await run(`postgres ${part}`, () =>
        vitest(`tests on PostgreSQL, ${part}`, ['postgres'], args, isBeside),
      );
    }
  };
  const first = async () => {
    await run('unit', () => vitest('unit and integration tests', ['pure', 'server']));
    await checked;
    await run('browser', playwright);
    await postgres(false);
  };
  const beside = async () => {
    await checked;
    await postgres(true);
  };
  await Promise.all([first(), beside()]);
  process.stdout.write(slowestFiles(results));
  process.stdout.write(failedTests(results));
  const { passed, failed, skipped } = sum([...results.values()]);
  process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

async function vitest(
  title: string,
  projects: readonly string[],
  more: readonly string[] = [],
  beside = false,
): Promise<GroupResult> {
  const file = join(tmpdir(), `vitest-${randomUUID()}.json`);
  const args = [
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...projects.map((project) => `--project=${project}`),
    ...more,
  ];
  const code = await runStep({ title, bin: 'vitest/vitest.mjs', args }, beside);
  return orFailed(readVitestReport(file), code);
}

async function playwright(): Promise<GroupResult> {
  const file = join(tmpdir(), 'playwright.json');
  const code = await runStep({
    title: 'browser tests',
    bin: '@playwright/test/cli.js',
    args: ['test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  const { flaky, ...result } = readPlaywrightReport(file);
  for (const title of flaky)
    process.stdout.write(`\nFlaky: it failed first and passed when retried. Find out why. ${title}\n`);
  return orFailed(result, code);
}

/** A run that ended badly without a failed test, such as one that could not start, counts as one failure. */
function orFailed(result: GroupResult, code: number): GroupResult {
  if (code === 0 || result.failed > 0) return result;
  return {
    ...result,
    failed: 1,
    failures: [...result.failures, `no test failed, but the exit code was ${code}`],
  };
}
