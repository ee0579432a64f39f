import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { firstErrorLine, OperatorError } from '#server/platform/operator-error.ts';
import { engineHome, loadEngine } from '#server/platform/warehouse/installed-engine.ts';
import { readEnvFile } from '#server/process.ts';
import { readSettings } from './settings.ts';

const MINUTE = 60_000;
/** A clone depends on the engine. A packaged program names it as an optional peer. */
const Manifest = z.object({
  dependencies: z.object({ chdb: z.string().optional() }).optional(),
  peerDependencies: z.object({ chdb: z.string().optional() }).optional(),
});
const run = promisify(execFile);

/**
 * `leadwell leads enable`: installs the engine of the lead databases with npm, in the version that this program was tested
 * with. A running server uses it with the next search. Throws OperatorError if it can't be installed or doesn't run here.
 * `load`: only tests set it.
 */
export async function enableLeads(write: (line: string) => void, load = loadEngine): Promise<void> {
  readEnvFile();
  const { DATA_DIR, CLICKHOUSE_URL } = readSettings(['DATA_DIR', 'CLICKHOUSE_URL']);
  if (CLICKHOUSE_URL) {
    write('The lead databases are on the ClickHouse server of CLICKHOUSE_URL, so no engine is needed.');
    return;
  }
  const home = engineHome(DATA_DIR);
  if (await isLoadable(home, load)) {
    write('The engine is installed already.');
    return;
  }
  const wanted = `chdb@${engineVersion()}`;
  write(`Installing ${wanted} in ${home} …`);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // The home folder of a service or in a container can be read-only.
  const cache = join(home, '.npm-cache');
  const places = ['--prefix', home, '--cache', cache];
  const args = ['install', ...places, '--ignore-scripts', '--no-audit', '--no-fund', wanted];
  try {
    const env = { ...process.env, ...homeOf(home) };
    await run(npm, args, { timeout: 20 * MINUTE, shell: process.platform === 'win32', env });
  } catch (cause) {
    throw new OperatorError(
      `npm could not install the engine: ${npmReason(cause)}. Check that this machine can reach the npm registry, and that ${home} can be written and has 700 MB free. Then try again.`,
      { cause },
    );
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
  await load(home).catch((cause: unknown) => {
    throw new OperatorError(
      `The engine doesn't run on this machine: ${firstErrorLine(cause)}. It needs Linux with glibc, or macOS. Instead, set CLICKHOUSE_URL to a ClickHouse server.`,
      { cause },
    );
  });
  write('Done. Lead searches work now, also on a server that is running.');
}

/** npm ends at once if its user has no home folder, such as the dynamic user of a unit of systemd. */
function homeOf(folder: string): { HOME?: string } {
  try {
    homedir();
    return {};
  } catch {
    return { HOME: folder };
  }
}

/**
 * What npm says, such as "code E404: 404 Not Found", and which file it is about, without the command, which the message of the error
 * has.
 */
function npmReason(cause: unknown): string {
  const { data } = z.object({ stderr: z.string() }).safeParse(cause);
  const said = [...(data?.stderr ?? '').matchAll(/^npm error (.+)$/gm)].map(([, line = '']) => line.trim());
  const path = said.slice(2).filter((line) => line.startsWith('path '));
  return [...said.slice(0, 2), ...path.slice(0, 1)].join(': ') || firstErrorLine(cause);
}

async function isLoadable(home: string, load: typeof loadEngine): Promise<boolean> {
  return load(home).then(
    () => true,
    () => false,
  );
}

function engineVersion(): string {
  const file = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { dependencies, peerDependencies } = Manifest.parse(JSON.parse(file));
  return dependencies?.chdb ?? peerDependencies?.chdb ?? '*';
}
