import { parseConfig } from '#server/config.ts';
import { openDeps } from '#server/deps.ts';
import type { Output } from '#server/operator/command.ts';
import { OPERATOR_COMMANDS } from '#server/operator/commands.ts';
import { askServer } from '#server/operator/socket.ts';
import { DataFolderInUse } from '#server/platform/data-lock.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { readEnvFile } from '#server/process.ts';

const PRINTED: Output = {
  row: (value) => void process.stdout.write(`${JSON.stringify(value)}\n`),
  note: (text) => void process.stderr.write(`${text}\n`),
};

/**
 * Carries out a command of the operator: here, or, where a running server holds the data folder, there. Throws OperatorError.
 */
export async function operate(name: string, input: object, output: Output = PRINTED): Promise<void> {
  readEnvFile();
  const config = parseConfig({ LOG_LEVEL: 'warn', ...process.env });
  const command = OPERATOR_COMMANDS.get(name);
  if (!command) throw new OperatorError(`There is no command ${name}.`);
  const parsed = command.input.safeParse(input);
  if (!parsed.success) throw new OperatorError(parsed.error.issues[0]?.message ?? 'The input is not right.');
  const deps = await openDeps(config).catch((error: unknown) => {
    if (error instanceof DataFolderInUse) return null;
    throw error;
  });
  if (!deps) return askServer(config.DATA_DIR, name, input, output);
  try {
    await command.run(deps, parsed.data, output);
  } finally {
    await deps.close();
  }
}
