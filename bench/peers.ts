import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const HERE = import.meta.dirname;

/** Installs the libraries we compare against (bench/package.json) unless `name` is already installed. */
export function installPeers(name: string): void {
  if (existsSync(join(HERE, 'node_modules', name))) return;
  console.error('Installing the benchmark peers…');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // Nested, so that the peers' htmlparser2 doesn't shadow ours in the benchmarks.
  const options = [
    '--install-strategy=nested',
    '--no-package-lock',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ];
  execFileSync(npm, ['install', ...options], {
    cwd: HERE,
    stdio: 'ignore',
    shell: process.platform === 'win32',
  });
}
