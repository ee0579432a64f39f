import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { compareFigures, figuresToRecord, type Reported } from './compare-figures.ts';
import { Figure, SkippedFigures } from './figures.ts';

/**
 * `npm run bench [-- --record --only leads]`: short versions of all benchmarks, in under ten minutes. Exits with 1 if a figure
 * is more than 25% worse than in recorded.json or beyond its limit, if it is missing, or if a benchmark fails its own checks.
 * `--record` writes recorded.json, with the time that all of them took.
 */
const RECORDED = fileURLToPath(new URL('./recorded.json', import.meta.url));
const LAUNCH = fileURLToPath(new URL('../cli/launch.mjs', import.meta.url));

const BENCHES: Readonly<Record<string, readonly [script: string, ...args: string[]]>> = {
  accuracy: ['accuracy/accuracy.ts', '--quiet'],
  parse: ['accuracy/parse-speed.ts'],
  readers: ['extension/readers.ts'],
  extract: ['extract/extract.ts', '--sites', '400', '--rounds', '1'],
  threads: ['extract/threads.ts', '--pages', '6000', '--rounds', '1'],
  depth: ['extract/depth.ts', '--rounds', '1'],
  rendering: ['extract/rendering.ts', '--sites', '40'],
  hostile: ['extract/hostile.ts'],
  email: ['email/email.ts', '--firms', '60', '--rounds', '3', '--sample', '40'],
  domains: ['domains/domains.ts', '--names', '500'],
  presets: ['domains/presets.ts', '--names', '1000'],
  linkedin: ['linkedin/linkedin.ts', '--rows', '200000', '--people', '2000'],
  leads: ['leads/leads.ts', '--rows', '1000000', '--only', 'filters,export,users'],
  server: ['server/load.ts', '--sites', '3000', '--rounds', '1'],
  web: ['web/first-paint.ts', '--rounds', '5'],
  grid: ['web/grid.ts', '--frames', '100', '--rounds', '3'],
  lists: ['lists/lists.ts', '--rows', '20000'],
  webhooks: ['webhooks/latency.ts', '--events', '40'],
  recipe: ['lists/recipe.ts', '--companies', '300', '--rounds', '1'],
  abuse: ['abuse/abuse.ts'],
};

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { only: { type: 'string' }, record: { type: 'boolean', default: false } },
});

/** The time of all benchmarks, recorded beside their figures. It is printed, and fails nothing. */
const TOTAL = 'total';

export async function main(): Promise<void> {
  const startedAt = performance.now();
  const recorded = readRecorded();
  const failures: string[] = [];
  const kept: Record<string, Figure[]> = { ...recorded };
  const only = values.only?.split(',');
  const unknown = only?.find((name) => !(name in BENCHES));
  if (unknown !== undefined)
    throw new Error(`There is no benchmark “${unknown}”. There are: ${Object.keys(BENCHES).join(', ')}.`);
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (only && !only.includes(name)) continue;
    console.log(`\n=== ${name}`);
    const { code, ...reported } = await run(bench);
    if (code !== 0) failures.push(`${name}: exited with code ${code}`);
    const before = recorded[name] ?? [];
    if (reported.figures.length > 0) kept[name] = figuresToRecord(before, reported);
    const compared = compareFigures((values.record ? kept[name] : undefined) ?? before, reported);
    console.log(compared.lines.join('\n'));
    failures.push(...compared.failures);
  }
  const minutes = Number(((performance.now() - startedAt) / 60_000).toFixed(1));
  if (!values.only) {
    const before = recorded[TOTAL]?.[0]?.value;
    console.log(`\n${minutes} minutes${before === undefined ? '' : ` (recorded: ${before})`}`);
    kept[TOTAL] = [{ name: 'total: minutes', value: minutes, better: 'lower' }];
  }
  if (values.record) writeFileSync(RECORDED, `${JSON.stringify(kept, null, 2)}\n`);
  console.log(failures.length === 0 ? '\nAll benchmarks passed' : `\nFAILED\n${failures.join('\n')}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

function readRecorded(): Record<string, Figure[]> {
  if (!existsSync(RECORDED)) return {};
  return z.record(z.string(), z.array(Figure)).parse(JSON.parse(readFileSync(RECORDED, 'utf8')));
}

async function run([script, ...args]: readonly string[]): Promise<Reported & { code: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-bench-'));
  const file = join(folder, 'figures');
  writeFileSync(file, '');
  try {
    const program = fileURLToPath(new URL(`./${script}`, import.meta.url));
    const child = spawn(process.execPath, [LAUNCH, program, ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, BENCH_FIGURES: file },
    });
    const [code] = (await once(child, 'close')) as [number | null];
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    const entries = lines.map((line) => z.union([Figure, SkippedFigures]).parse(JSON.parse(line)));
    return {
      code: code ?? 1,
      figures: entries.filter((entry) => 'name' in entry),
      skipped: entries.flatMap((entry) => ('skipped' in entry ? [entry.skipped] : [])),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
