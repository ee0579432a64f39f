import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from '#net/render/find-chromium.ts';

/**
 * The path of a Chromium for the browser tests: CHROMIUM_PATH or an installed one. As root on Debian, it installs
 * the headless shell if there is none.
 */
export function findOrInstallChromium(): string {
  const found = findChromium(process.env.CHROMIUM_PATH);
  if (found) return found;
  if (process.env.CHROMIUM_PATH) {
    throw new Error('CHROMIUM_PATH names no program. Correct it, or unset it to use an installed Chromium.');
  }
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stderr.write('Installing chromium-headless-shell (Debian package) …\n');
    const apt = (...args: string[]) =>
      execFileSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    apt('update', '-qq');
    apt('install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell');
  }
  const installed = findChromium(undefined);
  if (!installed) {
    throw new Error(
      'The browser tests need Chromium: install the package `chromium-headless-shell` or `chromium`, or set CHROMIUM_PATH to its program.',
    );
  }
  return installed;
}
