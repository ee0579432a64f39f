import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

const LOW_PRIORITY = 5;

export interface Step {
  title: string;
  /** path of a program below node_modules */
  bin: string;
  args: readonly string[];
  env?: Record<string, string>;
}

/**
 * Runs one program of the tests. Returns its exit code. One that runs beside others (`beside`) shows its output at its end
 * and has a lower priority, so that the longest tests end first.
 */
export function runStep({ title, bin, args, env }: Step, beside = false): Promise<number> {
  const heading = `\n== ${title}\n`;
  if (!beside) process.stdout.write(heading);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, 'node_modules', bin), ...args], {
      cwd: ROOT,
      stdio: beside ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    const pieces: Buffer[] = [];
    child.stdout?.on('data', (piece: Buffer) => pieces.push(piece));
    child.stderr?.on('data', (piece: Buffer) => pieces.push(piece));
    if (beside && child.pid) setPriority(child.pid, LOW_PRIORITY);
    child.on('error', () => resolve(1));
    child.on('close', (code) => {
      if (beside) process.stdout.write(`\n${heading}${Buffer.concat(pieces).toString()}`);
      resolve(code ?? 1);
    });
  });
}
