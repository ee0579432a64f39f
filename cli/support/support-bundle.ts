import { existsSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import process from 'node:process';
import { strToU8, zipSync } from 'fflate';
import { type Config, readSettings } from '#server/config.ts';
import { supportFacts } from '#server/operator/doctor/support-facts.ts';
import { runOnServer } from '#server/operator/socket.ts';
import { isDataFolderInUse } from '#server/platform/disk/data-lock.ts';
import { readSecrets } from '#server/platform/disk/secrets.ts';
import { writeOutputFile } from '#server/platform/files/output-file.ts';
import { firstErrorLine, OperatorError } from '#server/platform/operator-error.ts';
import { LEADWELL_VERSION } from '#server/platform/version.ts';
import { readEnvFile } from '#server/process.ts';
import { diagnose } from '../doctor/diagnose.ts';
import { readConfig } from '../doctor/read-config.ts';
import { openStoppedDatabase } from '../stopped-database.ts';
import { createRedaction } from './redaction.ts';
import { supportLog } from './support-log.ts';
import { hiddenValues, shownSettings } from './support-settings.ts';

const FACTS_MS = 60_000;
const README = `What is in this file, for the person who looks for the fault:

doctor.json     what \`leadwell doctor\` found
versions.json   versions of Leadwell, Node and the system
settings.json   the settings that are set, with values only where they are numbers, switches or words from a list
database.json   migrations, and how many rows, jobs and workers there are
log.txt         the end of the log, if it was given

It has no rows of anyone. Secrets, addresses, names of machines and folders are replaced, such as <email 1>.
Read it before you pass it on.
`;

/**
 * `leadwell support-bundle`: writes a .zip for a bug report, without secrets or personal data. Throws OperatorError if
 * the file exists or can't be written.
 */
export async function writeSupportBundle(
  file: string,
  { log, offline }: { log?: string; offline: boolean },
  note: (text: string) => void,
): Promise<void> {
  if (existsSync(file)) throw new OperatorError(`${file} exists. Choose another name.`);
  readEnvFile();
  const read = readConfig(process.env);
  const dataDir = read.config?.DATA_DIR ?? process.env.DATA_DIR ?? './data';
  const redaction = createRedaction(
    new Map([...hiddenValues(readSettings(process.env).settings, dataDir), ...storedSecrets(dataDir)]),
  );
  const logText = log === undefined ? null : supportLog(log, redaction);
  // One after the other: only one of them can open an embedded database.
  const diagnosis = await diagnose(read, { offline });
  const facts = read.config ? await databaseFacts(read.config) : { error: 'the settings are invalid' };
  const json = (value: unknown) =>
    strToU8(`${JSON.stringify(redaction.value(JSON.parse(JSON.stringify(value))), null, 2)}\n`);
  const bundle = zipSync({
    'README.txt': strToU8(README),
    'doctor.json': json(diagnosis),
    'versions.json': json(versions()),
    'settings.json': json(shownSettings(process.env)),
    'database.json': json(facts),
    ...(logText === null ? {} : { 'log.txt': strToU8(logText) }),
  });
  await writeOutputFile(file, [bundle], { mode: 0o600, isNew: true });
  note(
    `Wrote ${file}. It has no secrets and no personal data as far as a program can tell: read it before you pass it on.`,
  );
}

function versions(): object {
  return {
    leadwell: LEADWELL_VERSION,
    node: process.versions.node,
    platform: platform(),
    release: release(),
    arch: arch(),
    cpus: cpus().length,
    memoryMb: Math.round(totalmem() / 1024 / 1024),
  };
}

/** The secrets that an embedded server made, which must not be in a bundle. */
function storedSecrets(dataDir: string): [string, string][] {
  try {
    return Object.entries(readSecrets(dataDir) ?? {}).map(([name, value]) => [value, name]);
  } catch {
    // Damaged: no one knows them.
    return [];
  }
}

async function databaseFacts(config: Config): Promise<object> {
  const late = new Promise<object>((resolve) => {
    setTimeout(resolve, FACTS_MS, { error: 'no answer' }).unref();
  });
  return Promise.race([readFacts(config), late]).catch((error: unknown) => ({
    error: firstErrorLine(error),
  }));
}

async function readFacts(config: Config): Promise<object> {
  if (config.embedded && isDataFolderInUse(config.DATA_DIR)) {
    let facts: object = {};
    await runOnServer(
      config.DATA_DIR,
      'support-facts',
      {},
      {
        row: (row) => {
          facts = row;
        },
        note: () => {},
      },
    );
    return facts;
  }
  const { database, close } = await openStoppedDatabase(config, { readOnly: true });
  try {
    return await supportFacts(database);
  } finally {
    await close();
  }
}
