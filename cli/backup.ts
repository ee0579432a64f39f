import { resolve } from 'node:path';
import { readEnvFile } from '#server/process.ts';
import { runOperatorCommand } from './command.ts';
import { readSettings } from './settings.ts';

/**
 * `leadwell backup`. The passphrase goes along, because a server that is running writes the backup, and may have been
 * started without it. Throws OperatorError.
 */
export async function backup(file: string): Promise<void> {
  readEnvFile();
  const { BACKUP_PASSPHRASE: passphrase } = readSettings(['BACKUP_PASSPHRASE']);
  await runOperatorCommand('backup', { file: resolve(file), ...(passphrase && { passphrase }) });
}
