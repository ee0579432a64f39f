import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

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
}

const SLOWEST = 20;

const NOTHING: GroupResult = { passed: 0, failed: 0, skipped: 0, files: [] };

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
  testResults: { name: string; startTime: number; endTime: number }[];
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
  };
}

interface PlaywrightSuite {
  file: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: { status: string; results: { duration: number }[] }[] }[];
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
}

/** Counts and times of Playwright's JSON report, and the titles of flaky tests; zeros without a report. */
export function readPlaywrightReport(path: string): GroupResult & { flaky: string[] } {
  const report = readJson<PlaywrightReport>(path);
  if (!report) return { ...NOTHING, flaky: [] };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const flakyTitles: string[] = [];
  const files = report.suites.map((suite) => {
    const specs = allSpecs(suite);
    flakyTitles.push(
      ...specs.filter(({ tests }) => tests.some((test) => test.status === 'flaky')).map(({ title }) => title),
    );
    const runs = specs.flatMap(({ tests }) => tests).flatMap(({ results }) => results);
    return { file: join('e2e', suite.file), ms: runs.reduce((total, { duration }) => total + duration, 0) };
  });
  return { passed: expected + flaky, failed: unexpected, skipped, files, flaky: flakyTitles };
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
