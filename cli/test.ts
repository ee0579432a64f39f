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

/**
 * `npm test`: runs the unit and then the browser tests, and beside them, at a lower priority, the checks and the tests on
 * PostgreSQL. Prints the time of each group and the slowest files, and ends with what failed and one line of counts.
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
  const first = async () => {
    await run('unit', () => vitest('unit and integration tests', ['pure', 'server']));
    await checked;
    await run('browser', playwright);
  };
  const beside = async () => {
    await checked;
    // One worker is enough to end with the others. Two take 6% more CPU time for the whole run.
    await run('postgres', () => vitest('tests on PostgreSQL', ['postgres'], ['--maxWorkers=1'], true));
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
