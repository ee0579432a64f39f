import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Config } from '#server/config.ts';
import { diskCheck } from '#server/operator/doctor/config-checks.ts';
import { databaseFolder } from '#server/platform/database/embedded-database.ts';
import { readFreeBytes } from '#server/platform/disk/free-bytes.ts';
import { readSecrets, secretsFile } from '#server/platform/disk/secrets.ts';
import { createLog } from '#server/platform/log.ts';
import { type Found, fault, type HealthCheck, ok, warning } from '#server/platform/operator/health-check.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { createWarehouse } from '#server/platform/warehouse/warehouse.ts';

const WEB = new URL('../../web/dist/', import.meta.url);
const EXTENSIONS = new URL('../../extension/dist', import.meta.url);
const OTHERS = 0o077;
const Manifest = z.object({ engines: z.object({ node: z.string() }) });

/** What tests replace. */
export interface Machine {
  nodeVersion: string;
  /** the folders of the web client and the extensions that were built */
  built: { web: string; extensions: string };
  freeBytes(folder: string): number;
  /** Starts the lead engine once, in an empty folder. `home`: where it may be installed. Rejects if it doesn't run here. */
  startEngine(home: string): Promise<void>;
}

export const THIS_MACHINE: Machine = {
  nodeVersion: process.versions.node,
  built: { web: fileURLToPath(WEB), extensions: fileURLToPath(EXTENSIONS) },
  freeBytes: readFreeBytes,
  startEngine: async (home) => {
    const folder = mkdtempSync(join(tmpdir(), 'leadwell-doctor-'));
    const log = createLog('silent');
    const warehouse = createWarehouse({ url: undefined, engine: { folder, home, log, startTries: 1 }, log });
    try {
      await warehouse.rows({ sql: 'SELECT 1 AS one' }, z.object({ one: z.number() }));
    } finally {
      await warehouse.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** The checks of this machine: Node, the data folder and its disk, the secrets, and what was built. */
export function machineChecks(
  config: Config,
  { nodeVersion, built, freeBytes }: Omit<Machine, 'startEngine'>,
): HealthCheck[] {
  return [
    { name: 'node', run: async () => checkNode(nodeVersion) },
    { name: 'data folder', run: async () => checkFolder(config) },
    ...(config.embedded ? [{ name: 'secrets.json', run: async () => checkSecrets(config) }] : []),
    diskCheck(config, freeBytes),
    { name: 'web client', run: async () => checkBuilt(built) },
  ];
}

function checkNode(version: string): Found {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const wanted = Manifest.parse(JSON.parse(file)).engines.node.replace('>=', '');
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [needsMajor = 0, needsMinor = 0] = wanted.split('.').map(Number);
  if (major > needsMajor || (major === needsMajor && minor >= needsMinor)) return ok(version);
  return fault(`${version} is too old`, `Install Node ${wanted} or newer, best the latest LTS version.`);
}

function checkFolder({ DATA_DIR, embedded }: Config): Found {
  const folder = resolve(DATA_DIR);
  if (!existsSync(folder)) {
    return warning(
      `there is no ${folder} yet`,
      'Start the server once, or set DATA_DIR to the folder of the server.',
    );
  }
  if (!statSync(folder).isDirectory())
    return fault(`${folder} is a file`, 'Set DATA_DIR to the folder of the server.');
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return fault(
      `this user can't write to ${folder}`,
      `Run the command as the user of the server, or change the owner: \`chown -R USER ${folder}\`.`,
    );
  }
  const marker = join(folder, 'moved-to-postgres.txt');
  if (embedded && existsSync(marker)) {
    return fault(
      'the data was moved to PostgreSQL, and DATABASE_URL is not set',
      'Copy the settings from DATA_DIR/postgres.env to .env.',
    );
  }
  const mode = statSync(folder).mode & OTHERS;
  const isOpen = process.platform !== 'win32' && mode !== 0;
  return isOpen
    ? warning(`other users of this machine can open ${folder}`, `Run \`chmod 700 ${folder}\`.`)
    : ok(`${folder} can be written, and only by this user`);
}

function checkSecrets({ DATA_DIR, AUTH_SECRET }: Config): Found {
  const file = resolve(secretsFile(DATA_DIR));
  try {
    if (!readSecrets(DATA_DIR)) {
      return existsSync(databaseFolder(DATA_DIR)) && !AUTH_SECRET
        ? fault(
            `${file} is missing, and the database was used with its secret`,
            'Put the file back from a backup. If it is lost, run `leadwell secret accept`.',
          )
        : ok('the first start creates it');
    }
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return fault(
      `${file} is damaged or can't be read`,
      'Put it back from a backup, and give this user access. A new file logs everyone out.',
    );
  }
  const isOpen = process.platform !== 'win32' && (statSync(file).mode & OTHERS) !== 0;
  return isOpen
    ? fault('other users of this machine can read the secrets', `Run \`chmod 600 ${file}\`.`)
    : ok('only this user can read it');
}

function checkBuilt({ web, extensions }: Machine['built']): Found[] {
  const found: Found[] = [];
  const todo = 'Run `npm run build` in a clone, or install the package of `npm run package`.';
  if (!existsSync(join(web, 'index.html'))) found.push(fault('the web client is not built', todo));
  if (!existsSync(join(extensions, 'version')))
    found.push(warning('the browser extensions are not built, so that no one can download them', todo));
  return found.length > 0 ? found : [ok('the web client and the extensions are built')];
}
