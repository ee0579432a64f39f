import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { OperatorError } from '#server/platform/operator-error.ts';
import { readEnvFile } from '#server/process.ts';
import { runOperatorCommand } from './command.ts';
import { readSettings } from './settings.ts';

const Written = z.object({ bytes: z.number() });

/**
 * `leadwell backup`. The passphrase goes along, because a server that is running writes the backup, and may have been
 * started without it. Throws OperatorError, also if the server wrote a file that isn't here: it can have another /tmp, or run in a
 * container.
 */
export async function backup(file: string): Promise<void> {
  readEnvFile();
  const { BACKUP_PASSPHRASE: passphrase } = readSettings(['BACKUP_PASSPHRASE']);
  const path = resolve(file);
  let bytes: number | null = null;
  await runOperatorCommand('backup', { file: path, ...(passphrase && { passphrase }) }, (row) => {
    bytes = Written.parse(row).bytes;
    process.stdout.write(`${JSON.stringify(row)}\n`);
  });
  if (bytes === null) return;
  const here = await stat(path).catch(() => null);
  if (here?.size !== bytes)
    throw new OperatorError("The server wrote it where this command can't see it. Name a path in DATA_DIR.");
}
