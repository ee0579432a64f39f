import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Runs the benchmark with several seeds, one after the other, and prints the median, least and greatest of each
 * figure: `node bench/domains/domain-seeds.ts 11 12 13 14 15`.
 */
const seeds = process.argv.slice(2);
if (seeds.length === 0) throw new Error('Pass one or more seeds: 11 12 13');
const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, 'domains.ts');

/** Figures by the row of the benchmark and its column. */
const figures = new Map<string, Map<string, number[]>>();
for (const seed of seeds) {
  const { stdout } = await run(process.execPath, [SCRIPT, '--seed', seed]);
  for (const line of stdout.split('\n').filter((text) => text.startsWith('{'))) {
    const { what = 'all', ...row } = JSON.parse(line) as Record<string, unknown> & { what?: string };
    const columns = figures.get(what) ?? new Map<string, number[]>();
    figures.set(what, columns);
    for (const [column, value] of Object.entries(row)) {
      const number = Number.parseFloat(String(value));
      if (!Array.isArray(value) && Number.isFinite(number))
        columns.set(column, [...(columns.get(column) ?? []), number]);
    }
  }
}

for (const [what, columns] of figures) {
  const row = Object.fromEntries(
    [...columns].map(([column, values]) => {
      const sorted = values.toSorted((a, b) => a - b);
      const median = sorted[Math.floor(sorted.length / 2)];
      return [column, `${median} (${sorted[0]} to ${sorted.at(-1)})`];
    }),
  );
  console.log(JSON.stringify({ what, seeds: seeds.length, ...row }));
}
