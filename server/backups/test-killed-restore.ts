import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { childEnvironment } from '../platform/process/child-environment.ts';
import { QUICK_START } from '../platform/process/test-quick-start.ts';

const COMMAND = new URL('../../cli/leadwell.ts', import.meta.url);
const RUN = `const { main } = await import(${JSON.stringify(COMMAND.href)}); await main(process.argv.slice(1));`;

/**
 * Runs `leadwell restore` in a process of its own and calls `act` as soon as `isTime` says so, by default to kill it.
 * Returns `killed`, or its exit code.
 */
export async function killRestore(
  file: string,
  settings: Record<string, string>,
  isTime: () => boolean | Promise<boolean>,
  act: (child: ChildProcess) => void = (child) => child.kill('SIGKILL'),
): Promise<'killed' | number> {
  const child = spawn(process.execPath, [...QUICK_START, '--input-type=module', '-e', RUN, 'restore', file], {
    env: { ...childEnvironment(), LOG_LEVEL: 'silent', ...settings },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  while (child.exitCode === null && !(await isTime())) await delay(1);
  act(child);
  const [code] = await ended;
  return code === null ? 'killed' : Number(code);
}
