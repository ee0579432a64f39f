import type { FileTime } from './test-report.ts';

const SLOWEST = 20;

/** The time of each group and the slowest files, as text. The time of a file is that of its tests, without imports. */
export function timesOf(groups: ReadonlyMap<string, { ms: number; files: readonly FileTime[] }>): string {
  const lines = ['', '== time per group'];
  for (const [name, { ms }] of groups) lines.push(`${seconds(ms)}  ${name}`);
  const slowest = [...groups]
    .flatMap(([group, { files }]) => files.map((file) => ({ group, ...file })))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST);
  if (slowest.length > 0) lines.push('', `== the ${slowest.length} slowest files`);
  for (const { file, group, ms } of slowest) lines.push(`${seconds(ms)}  ${file} (${group})`);
  return `${lines.join('\n')}\n`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1).padStart(7)} s`;
}
