import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { findChromium } from '#net/find-chromium.ts';

/** The shell opens pages with less CPU time, and only the full browser loads extensions. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];

let installing: Promise<string> | undefined;

/**
 * The path of a Chromium for the browser tests: CHROMIUM_PATH or an installed one. As root on Debian, it installs
 * one if there is none, which takes about half a minute. Further calls wait for the same installation.
 */
export function findOrInstallChromium(): Promise<string> {
  installing ??= install();
  return installing;
}

async function install(): Promise<string> {
  const found = findChromium(process.env.CHROMIUM_PATH);
  if (found) return found;
  if (process.env.CHROMIUM_PATH) {
    throw new Error('CHROMIUM_PATH names no program. Correct it, or unset it to use an installed Chromium.');
  }
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stderr.write(`Installing ${PACKAGES.join(' and ')} (Debian packages) …\n`);
    await apt('update', '-qq');
    await apt('install', '-y', '-qq', '--no-install-recommends', ...PACKAGES);
  }
  const installed = findChromium(undefined);
  if (!installed) {
    throw new Error(
      'The browser tests need Chromium: install the package `chromium-headless-shell` or `chromium`, or set CHROMIUM_PATH to its program.',
    );
  }
  return installed;
}

async function apt(...args: string[]): Promise<void> {
  await promisify(execFile)('apt-get', args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    maxBuffer: 16 * 1024 * 1024,
  });
}
