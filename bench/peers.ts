import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const HERE = import.meta.dirname;

/** Installs the peers of the benches (bench/package.json) unless this one is there already. */
export function installPeers(wanted: string): void {
  if (existsSync(join(HERE, 'node_modules', wanted))) return;
  console.error('Installing the peers of the benches …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // Nested: else the peers' own htmlparser2 would stand in the way of ours in every bench.
  const how = [
    '--install-strategy=nested',
    '--no-package-lock',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ];
  execFileSync(npm, ['install', ...how], { cwd: HERE, stdio: 'ignore', shell: process.platform === 'win32' });
}
