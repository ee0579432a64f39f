import { spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** `npm run dev`: runs the server, which restarts on changes, behind Vite with hot reload. */
export function main(): void {
  const run = (args: string[]) => spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  const children = [
    run(['--watch', '--watch-preserve-output', 'server/main.ts']),
    run([join(ROOT, 'node_modules/vite/bin/vite.js'), 'web']),
  ];
  const end = () => {
    for (const child of children) child.kill();
  };
  for (const child of children) child.on('exit', end);
  process.on('SIGTERM', end);
  process.on('SIGINT', () => {});
}
