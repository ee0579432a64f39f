import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '#server/config.ts';
import { OPERATOR_COMMANDS } from '#server/operator-commands.ts';
import { databaseFolder } from '#server/platform/database/embedded-database.ts';
import { requireOpenFolder } from '#server/platform/disk/folder-access.ts';
import { type Output, validInput } from '#server/platform/operator/operator-command.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { openDeps } from '#server/server-deps.ts';

/**
 * Runs an operator command in this process. Throws InvalidInput before it opens anything, and OperatorError for other
 * failures.
 */
export async function operateHere(
  config: Config,
  name: string,
  input: object,
  output: Output,
): Promise<void> {
  const command = OPERATOR_COMMANDS.get(name);
  if (!command) throw new OperatorError(`Unknown command: ${name}`);
  const valid = validInput(command, input);
  if (config.embedded) requireOpenFolder(config.DATA_DIR);
  if (config.embedded && !existsSync(databaseFolder(config.DATA_DIR)))
    throw new OperatorError(
      `There is no data folder at ${resolve(config.DATA_DIR)}. Run the command where the server runs, or set DATA_DIR to its data folder. Start the server once to create one.`,
    );
  const deps = await openDeps(config, undefined, { exclusive: name === 'backup' });
  try {
    await command.run(deps, valid, output);
  } finally {
    await deps.close();
  }
}
