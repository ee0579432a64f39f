import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { enableLeads } from './enable-leads.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadwell-enable-'));
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true }));

/** An npm that notes its arguments, fills its cache and fails like one that may not write a folder. */
const NPM = `#!/bin/sh
echo "$@" > ${folder}/arguments
echo "$HOME" > ${folder}/home
while [ "$1" != --cache ]; do shift; done
mkdir -p "$2" && echo x > "$2/x"
echo 'npm error code EACCES' >&2
echo 'npm error syscall mkdir' >&2
echo 'npm error path /somewhere/else' >&2
exit 1
`;

function enableWithNpm(): Promise<void> {
  writeFileSync(join(folder, 'npm'), NPM);
  chmodSync(join(folder, 'npm'), 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  vi.stubEnv('DATA_DIR', join(folder, 'data'));
  vi.stubEnv('CLICKHOUSE_URL', '');
  return enableLeads(
    () => {},
    () => Promise.reject(new Error('there is no engine')),
  );
}

it.skipIf(process.platform === 'win32')(
  'uses no folder but its own, and says which one npm could not write',
  async () => {
    await expect(enableWithNpm()).rejects.toThrow('code EACCES: syscall mkdir: path /somewhere/else.');
    const home = join(folder, 'data/engine');
    const given = readFileSync(join(folder, 'arguments'), 'utf8');
    expect(given).toContain(`--prefix ${home} --cache ${join(home, '.npm-cache')} `);
    expect(existsSync(join(home, '.npm-cache'))).toBe(false);
  },
);

it.skipIf(process.platform === 'win32')('runs npm for a user without a home folder', async () => {
  const homedir = vi.spyOn(os, 'homedir').mockImplementation(() => {
    throw new Error('uv_os_homedir returned ENOENT');
  });
  syncBuiltinESMExports();
  await expect(enableWithNpm()).rejects.toThrow('code EACCES');
  homedir.mockRestore();
  syncBuiltinESMExports();
  expect(readFileSync(join(folder, 'home'), 'utf8')).toBe(`${join(folder, 'data/engine')}\n`);
});
