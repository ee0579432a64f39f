import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { childEnvironment } from '../platform/process/child-environment.ts';

const COMMAND = new URL('../../cli/leadwell.ts', import.meta.url);
const RUN = `const { main } = await import(${JSON.stringify(COMMAND.href)}); await main(process.argv.slice(1));`;

/**
 * Runs `leadwell restore` in a process of its own and kills it as soon as `isTime` says so. Returns `killed`, or its
 * exit code if it ended before.
 */
export async function killRestore(
  file: string,
  settings: Record<string, string>,
  isTime: () => boolean | Promise<boolean>,
): Promise<'killed' | number> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', RUN, 'restore', file], {
    env: { ...childEnvironment(), LOG_LEVEL: 'silent', ...settings },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  while (child.exitCode === null && !(await isTime())) await delay(1);
  child.kill('SIGKILL');
  const [code] = await ended;
  return code === null ? 'killed' : Number(code);
}
