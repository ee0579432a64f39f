import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const ROOT = join(import.meta.dirname, '..');

export interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

export interface FileTime {
  /** path from the repository's root */
  file: string;
  ms: number;
}

export interface GroupResult extends Count {
  files: FileTime[];
  /** file, title and first line of the error of each failed test */
  failures: string[];
}

const SLOWEST = 20;

const NOTHING: GroupResult = { passed: 0, failed: 0, skipped: 0, files: [], failures: [] };

export function sum(counts: readonly Count[]): Count {
  return counts.reduce<Count>(
    (all, count) => ({
      passed: all.passed + count.passed,
      failed: all.failed + count.failed,
      skipped: all.skipped + count.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
  }[];
}

/** Counts and times of Vitest's JSON report; zeros without a report. */
export function readVitestReport(path: string): GroupResult {
  const report = readJson<VitestReport>(path);
  if (!report) return NOTHING;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(ROOT, name),
      ms: endTime - startTime,
    })),
    failures: report.testResults.flatMap(({ name, message, assertionResults }) => {
      const file = relative(ROOT, name);
      // A file that could not be read has a message of its own, and no tests.
      if (message && assertionResults.length === 0) return [failure(file, '', message)];
      return assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => failure(file, fullName, failureMessages?.[0]));
    }),
  };
}

function failure(file: string, title: string, message = ''): string {
  const [line = ''] = stripVTControlCharacters(message).split('\n');
  return [file, title, line].filter(Boolean).join(': ');
}

interface PlaywrightSuite {
  file: string;
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[];
  }[];
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
}

/** Counts, times and failures of Playwright's JSON report, and its flaky tests; zeros without a report. */
export function readPlaywrightReport(path: string): GroupResult & { flaky: string[] } {
  const report = readJson<PlaywrightReport>(path);
  if (!report) return { ...NOTHING, flaky: [] };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const files = report.suites.map((suite) => {
    const runs = allSpecs(suite).flatMap(({ tests }) => tests.flatMap(({ results }) => results));
    return { file: join('e2e', suite.file), ms: runs.reduce((total, { duration }) => total + duration, 0) };
  });
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    files,
    failures: withStatus(report, 'unexpected'),
    flaky: withStatus(report, 'flaky'),
  };
}

function withStatus({ suites }: PlaywrightReport, status: string): string[] {
  return suites.flatMap((suite) =>
    allSpecs(suite).flatMap(({ title, tests }) =>
      tests
        .filter((test) => test.status === status)
        .map(({ results }) =>
          failure(join('e2e', suite.file), title, results.find(({ error }) => error)?.error?.message),
        ),
    ),
  );
}

function allSpecs(suite: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(allSpecs)];
}

/** The time of each group and the slowest files, as text. The time of a file is that of its tests, without imports. */
export function slowestFiles(
  groups: ReadonlyMap<string, { ms: number; files: readonly FileTime[] }>,
): string {
  const slowest = [...groups]
    .flatMap(([group, { files }]) => files.map((file) => ({ group, ...file })))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST);
  return [
    '\n== time per group',
    ...[...groups].map(([group, { ms }]) => `${seconds(ms)}  ${group}`),
    `\n== the ${slowest.length} slowest files`,
    ...slowest.map(({ file, group, ms }) => `${seconds(ms)}  ${file} (${group})`),
    '',
  ].join('\n');
}

/** The failed tests of all groups, as text. It is empty if none failed. */
export function failedTests(groups: ReadonlyMap<string, Pick<GroupResult, 'failures'>>): string {
  const lines = [...groups].flatMap(([group, { failures }]) => failures.map((each) => `${group}: ${each}`));
  return lines.length === 0 ? '' : ['\n== failed', ...lines, ''].join('\n');
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1).padStart(7)} s`;
}

function readJson<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return null;
  }
}
