import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { Figure } from './figures.ts';

/**
 * `npm run bench [-- --record --only leads]`: short versions of all benchmarks, in under ten minutes. Exits with 1 if a figure
 * is more than 25% worse than in recorded.json, if it is missing, or if a benchmark fails its own checks. `--record` writes
 * recorded.json.
 */
const WORSE = 1.25;
const RECORDED = fileURLToPath(new URL('./recorded.json', import.meta.url));
const LAUNCH = fileURLToPath(new URL('../cli/launch.mjs', import.meta.url));

const BENCHES: Readonly<Record<string, readonly [script: string, ...args: string[]]>> = {
  accuracy: ['accuracy/accuracy.ts', '--quiet'],
  parse: ['accuracy/parse-speed.ts'],
  readers: ['extension/readers.ts'],
  extract: ['extract/extract.ts', '--sites', '400', '--rounds', '1'],
  depth: ['extract/depth.ts', '--rounds', '1'],
  hostile: ['extract/hostile.ts'],
  email: ['email/email.ts', '--firms', '60', '--rounds', '3', '--sample', '40'],
  domains: ['domains/domains.ts', '--names', '500'],
  linkedin: ['linkedin/linkedin.ts', '--rows', '200000', '--people', '2000'],
  leads: ['leads/leads.ts', '--rows', '1000000', '--only', 'filters,export,users'],
  server: ['server/load.ts', '--sites', '3000', '--rounds', '1'],
  web: ['web/first-paint.ts', '--rounds', '5'],
  abuse: ['abuse/abuse.ts'],
};

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { only: { type: 'string' }, record: { type: 'boolean', default: false } },
});

export async function main(): Promise<void> {
  const recorded = readRecorded();
  const failures: string[] = [];
  const kept: Record<string, Figure[]> = { ...recorded };
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (values.only && values.only !== name) continue;
    console.log(`\n=== ${name}`);
    const { code, figures } = await run(bench);
    if (code !== 0) failures.push(`${name}: exited with code ${code}`);
    if (figures.length > 0) kept[name] = figures;
    if (!values.record) failures.push(...compare(recorded[name] ?? [], figures));
  }
  if (values.record) writeFileSync(RECORDED, `${JSON.stringify(kept, null, 2)}\n`);
  console.log(failures.length === 0 ? '\nAll benchmarks passed' : `\nFAILED\n${failures.join('\n')}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

function readRecorded(): Record<string, Figure[]> {
  if (!existsSync(RECORDED)) return {};
  return z.record(z.string(), z.array(Figure)).parse(JSON.parse(readFileSync(RECORDED, 'utf8')));
}

async function run([script, ...args]: readonly string[]): Promise<{ code: number; figures: Figure[] }> {
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
    return { code: code ?? 1, figures: lines.map((line) => Figure.parse(JSON.parse(line))) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is worse than recorded. A benchmark that skips itself, because its data isn't there, reports nothing. */
function compare(recorded: readonly Figure[], figures: readonly Figure[]): string[] {
  return recorded.flatMap(({ name, value: before, better }) => {
    const now = figures.find((figure) => figure.name === name)?.value;
    if (now === undefined) return figures.length === 0 ? [] : [`${name}: missing`];
    const worse = better === 'higher' ? now < before / WORSE : now > before * WORSE;
    console.log(`${worse ? 'WORSE ' : '      '}${name}: ${now} (recorded: ${before})`);
    return worse ? [`${name}: ${now} instead of ${before}`] : [];
  });
}
