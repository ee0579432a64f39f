import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { megabytes } from '../platform/disk/disk-space.ts';
import { operatorCommand } from '../platform/operator/operator-command.ts';
import { type BackupDeps, backUp } from './backup.ts';

/** `leadwell backup`. */
export const BACKUP_COMMAND = operatorCommand<BackupDeps>()({
  name: 'backup',
  input: z.object({
    file: z.string().refine(isAbsolute, { error: 'The path of the file must be absolute.' }),
    /** of the settings of the command; missing: the server's */
    passphrase: z.string().min(12).optional(),
  }),
  run: async ({ database, warehouse, log, ...deps }, { file, passphrase }, output) => {
    const config = passphrase === undefined ? deps.config : { ...deps.config, BACKUP_PASSPHRASE: passphrase };
    const { bytes, heldMs, manifest } = await backUp({ config, database, warehouse, log }, file);
    const { createdAt, leads } = manifest;
    output.row({ file, bytes, createdAt, leads, encrypted: config.BACKUP_PASSPHRASE !== undefined });
    output.note(
      `Written: ${file} (${megabytes(bytes)}). ${heldMs > 0 ? `Calls waited for ${heldMs} ms at most.` : 'No call waited.'}`,
    );
    if (leads === 'elsewhere')
      output.note(
        "The leads aren't included, because they are in CLICKHOUSE_URL. Back up its database `leads` with its own tools.",
      );
    if (config.AUTH_SECRET)
      output.note("AUTH_SECRET isn't included. Keep it where you keep your passwords: a restore needs it.");
  },
});
