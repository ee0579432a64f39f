import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** For steps that run beside others, so that the longest tests end first. */
const LOW_PRIORITY = 5;

export interface TestStep {
  title: string;
  /** path of a program below node_modules */
  bin: string;
  args: readonly string[];
  env: Record<string, string>;
  /** It runs beside another step: shows its output at its end and has a lower priority. */
  quiet?: boolean;
}

/** Runs one program of the tests. Returns its exit code. */
export function runStep({ title, bin, args, env, quiet = false }: TestStep): Promise<number> {
  const heading = `\n== ${title}\n`;
  if (!quiet) process.stdout.write(heading);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, 'node_modules', bin), ...args], {
      cwd: ROOT,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    const pieces: Buffer[] = [];
    child.stdout?.on('data', (piece: Buffer) => pieces.push(piece));
    child.stderr?.on('data', (piece: Buffer) => pieces.push(piece));
    if (quiet && child.pid) setPriority(child.pid, LOW_PRIORITY);
    child.on('error', () => resolve(1));
    child.on('close', (code) => {
      if (quiet) process.stdout.write(`\n${heading}${Buffer.concat(pieces).toString()}`);
      resolve(code ?? 1);
    });
  });
}
