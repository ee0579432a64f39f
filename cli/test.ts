import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, startTestPostgres } from '#server/platform/test-postgres.ts';
import { findOrInstallChromium } from './chromium.ts';
import { buildWebIfNeeded } from './web-build.ts';

const ROOT = join(import.meta.dirname, '..');
/** Whatever the tests leave lies in here, and goes with it. PostgreSQL runs as another user, who has to get through. */
const OUT = mkdtempSync(join(tmpdir(), 'leadwell-test-'));
chmodSync(OUT, 0o711);
process.once('exit', () => rmSync(OUT, { recursive: true, force: true, maxRetries: 3 }));

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}
const NOTHING: Count = { passed: 0, failed: 0, skipped: 0 };

/** Tests of the server in which no SQL of ours is at work, or only PGlite's: once is enough. */
const WITHOUT_SQL = [
  'server/platform/warehouse/**',
  'server/leads/import/**',
  'server/main.test.ts',
  'server/serve.test.ts',
];

const GROUPS: Record<string, () => Promise<Count>> = {
  check: async () =>
    sum([
      await step('types', 'typescript/bin/tsc', ['-p', '.']),
      await step('types of the web client', 'typescript/bin/tsc', ['-p', 'web']),
      await step('types of the browser tests', 'typescript/bin/tsc', ['-p', 'e2e']),
      await step('lint and format', '@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.']),
      await step('import rules', 'vitest/vitest.mjs', ['run', 'imports.test.ts', '--reporter=dot']),
      await step('unused code', 'knip/bin/knip.js', ['--no-progress']),
    ]),
  unit: () => vitest('unit and integration tests on PGlite', [], { CHROMIUM_PATH: findOrInstallChromium() }),
  postgres: async () => {
    const bin = findPostgres();
    if (!bin) {
      say(
        'left out: integration tests on PostgreSQL (no initdb and postgres found; install PostgreSQL to run them)',
      );
      return NOTHING;
    }
    const server = await startTestPostgres(bin, OUT);
    try {
      const left = WITHOUT_SQL.flatMap((files) => ['--exclude', files]);
      return await vitest('integration tests on PostgreSQL', ['server', ...left], {
        TEST_POSTGRES_URL: server.url,
      });
    } finally {
      await server.stop();
    }
  },
  browser: async () => {
    buildWebIfNeeded();
    return playwright({ CHROMIUM_PATH: findOrInstallChromium() });
  },
};

/** `npm test [-- --only GROUP]`: runs every group in order, none beside another, and closes with one line of counts. */
export async function main(args: string[]): Promise<void> {
  const only = args[args.indexOf('--only') + 1];
  const wanted = args.includes('--only') ? [only ?? ''] : Object.keys(GROUPS);
  const counts: Count[] = [];
  for (const name of wanted) {
    const group = GROUPS[name];
    if (!group) throw new Error(`There is no group "${name}": ${Object.keys(GROUPS).join(', ')}.`);
    counts.push(await group());
  }
  const { passed, failed, skipped } = sum(counts);
  process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

/** One program that passes or fails as a whole. */
async function step(title: string, bin: string, args: string[]): Promise<Count> {
  say(title);
  const code = await run(bin, args);
  return { ...NOTHING, ...(code === 0 ? { passed: 1 } : { failed: 1 }) };
}

async function vitest(title: string, args: string[], env: Record<string, string> = {}): Promise<Count> {
  say(title);
  const file = join(OUT, `vitest-${Date.now()}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run('vitest/vitest.mjs', ['run', ...reporters, ...args], env);
  const report = readReport<{ numPassedTests: number; numFailedTests: number; numPendingTests: number }>(
    file,
  );
  const failed = report?.numFailedTests ?? 0;
  return {
    passed: report?.numPassedTests ?? 0,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: report?.numPendingTests ?? 0,
  };
}

async function playwright(env: Record<string, string>): Promise<Count> {
  say('browser tests');
  const file = join(OUT, 'playwright.json');
  const code = await run('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const stats = readReport<{
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  }>(file)?.stats;
  const failed = stats?.unexpected ?? 0;
  if (stats?.flaky) process.stdout.write(`\n${stats.flaky} flaky: failed once, then passed. Look why.\n`);
  return {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: stats?.skipped ?? 0,
  };
}

function run(bin: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, 'node_modules', bin), ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, TMPDIR: OUT, ...env },
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

function readReport<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}

function sum(counts: readonly Count[]): Count {
  return counts.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
    }),
    NOTHING,
  );
}

function say(title: string): void {
  process.stdout.write(`\n== ${title}\n`);
}
