import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgres, startTestPostgres } from '#server/platform/test-postgres.ts';
import { findOrInstallChromium } from './chromium.ts';
import { postgresTests, postgresTestsAlone } from './postgres-tests.ts';
import { temporaryFolder } from './test-folder.ts';
import { type Count, type GroupResult, readPlaywrightReport, readVitestReport, sum } from './test-report.ts';
import { runStep } from './test-step.ts';
import { timesOf } from './test-times.ts';
import { buildExtensionsIfNeeded, buildWebIfNeeded } from './web-build.ts';

/** Temporary files of all tests. PostgreSQL runs as another user, who needs access. */
const OUT = mkdtempSync(join(temporaryFolder(), 'leadwell-test-'));
chmodSync(OUT, 0o711);
process.once('exit', () => rmSync(OUT, { recursive: true, force: true, maxRetries: 3 }));
// Node doesn't emit `exit` for a signal, and the files may be in memory.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const NOTHING: GroupResult = { passed: 0, failed: 0, skipped: 0, files: [] };

/** Several threads check the same types twice, and other tests keep the cores busy. */
const ONE_THREAD = '--singleThreaded';

const CHECKS: readonly [title: string, bin: string, args: string[]][] = [
  ['types', 'typescript/bin/tsc', ['-p', '.', ONE_THREAD]],
  ['types of the web client', 'typescript/bin/tsc', ['-p', 'web', ONE_THREAD]],
  ['types of the extensions', 'typescript/bin/tsc', ['-p', 'extension', ONE_THREAD]],
  ['types of the browser tests', 'typescript/bin/tsc', ['-p', 'e2e', ONE_THREAD]],
  ['lint and format', '@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.']],
  ['import rules', 'vitest/vitest.mjs', ['run', '--project=rules', '--reporter=dot']],
  ['unused code', 'knip/bin/knip.js', ['--no-progress']],
];

/** `full`: in a full run, where the groups run beside each other. */
const GROUPS = {
  check: async (full = false) => {
    const counts: Count[] = [];
    for (const [title, bin, args] of CHECKS) {
      const code = await runStep({ title, bin, args, env: { TMPDIR: OUT }, quiet: full });
      counts.push({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 });
    }
    return { ...NOTHING, ...sum(counts) };
  },
  unit: async (full = false) => {
    // In a full run, what runs on PostgreSQL doesn't run on PGlite as well.
    const elsewhere = full && findPostgres() ? postgresTestsAlone() : [];
    return vitest('unit and integration tests on PGlite', ['--project=pure', '--project=server'], {
      CHROMIUM_PATH: await findOrInstallChromium(),
      TESTED_ELSEWHERE: elsewhere.join(','),
    });
  },
  postgres: async (full = false) => {
    const bin = findPostgres();
    if (!bin) {
      process.stdout.write(
        '\nLeft out: integration tests on PostgreSQL. Install PostgreSQL (initdb and postgres) to run them.\n',
      );
      return NOTHING;
    }
    const server = await startTestPostgres(bin, OUT);
    try {
      // Beside the others, one worker is enough to end with them. Two take 6% more CPU time for the whole run.
      const workers = full ? ['--maxWorkers=1'] : [];
      const args = ['--project=pure', '--project=server', ...workers, ...postgresTests()];
      return await vitest('integration tests on PostgreSQL', args, { TEST_POSTGRES_URL: server.url }, full);
    } finally {
      await server.stop();
    }
  },
  browser: async () => {
    buildWebIfNeeded();
    buildExtensionsIfNeeded();
    return playwright({ CHROMIUM_PATH: await findOrInstallChromium() });
  },
  // The attacks alone. The full run has them in its other groups.
  abuse: async () => {
    const unit = await vitest('attacks on the parts', ['--project=pure', '--project=server', 'abuse']);
    buildWebIfNeeded();
    const server = await playwright({ CHROMIUM_PATH: await findOrInstallChromium() }, ['abuse']);
    return { ...sum([unit, server]), files: [...unit.files, ...server.files] };
  },
} satisfies Record<string, (full?: boolean) => Promise<GroupResult>>;

type GroupName = keyof typeof GROUPS;

/**
 * `npm test [-- --only GROUP]`: runs the unit and browser tests, and beside them, at a lower priority, the
 * checks and the PostgreSQL tests. Prints the time of each group and the slowest files, and ends with one
 * line of counts.
 */
export async function main(args: string[]): Promise<void> {
  const only = args[args.indexOf('--only') + 1] ?? '';
  if (args.includes('--only') && !(only in GROUPS))
    throw new Error(`"${only}" isn't a group. Choose from: ${Object.keys(GROUPS).join(', ')}.`);
  const results = new Map<GroupName, GroupResult & { ms: number }>();
  const run = async (name: GroupName, full?: boolean) => {
    const began = performance.now();
    results.set(name, { ...(await GROUPS[name](full)), ms: performance.now() - began });
  };
  if (args.includes('--only')) await run(only as GroupName);
  else {
    const beside = async () => {
      await run('check', true);
      buildWebIfNeeded();
      await run('postgres', true);
    };
    const first = async () => {
      await run('unit', true);
      await run('browser', true);
    };
    await Promise.all([first(), beside()]);
  }
  process.stdout.write(timesOf(results));
  const { passed, failed, skipped } = sum([...results.values()]);
  process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

async function vitest(
  title: string,
  args: string[],
  env: Record<string, string> = {},
  quiet = false,
): Promise<GroupResult> {
  const file = join(OUT, `vitest-${randomUUID()}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const code = await runStep({
    title,
    bin: 'vitest/vitest.mjs',
    args: ['run', ...reporters, ...args],
    env: { TMPDIR: OUT, ...env },
    quiet,
  });
  return orFailed(readVitestReport(file), code);
}

async function playwright(env: Record<string, string>, args: string[] = []): Promise<GroupResult> {
  const file = join(OUT, 'playwright.json');
  const code = await runStep({
    title: 'browser tests',
    bin: '@playwright/test/cli.js',
    args: ['test', '--reporter=list,json', ...args],
    // Node strips the types. Playwright would compile each file and map every stack trace to it.
    env: { TMPDIR: OUT, PLAYWRIGHT_JSON_OUTPUT_FILE: file, PW_DISABLE_TS_ESM: '1', ...env },
  });
  const { flaky, ...result } = readPlaywrightReport(file);
  for (const title of flaky)
    process.stdout.write(`\nFlaky: ${title} failed first and passed when retried. Find out why.\n`);
  return orFailed(result, code);
}

/** A run that ended badly without a failed test, such as one that could not start, counts as one failure. */
function orFailed(result: GroupResult, code: number): GroupResult {
  return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;
}
