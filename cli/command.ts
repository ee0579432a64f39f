import type { Command } from 'commander';

/** A tool's commands. Every `leadwell` command imports their module, so an action imports what it runs. */
export interface ToolCommands {
  /**
   * The command they belong to: `leads` for `leadwell leads ...`. Without it they follow `leadwell` itself.
   */
  readonly group?: 'leads';
  /** Adds the commands to the program or to the group. */
  addTo(parent: Command): void;
}

/**
 * Runs an operator command: here, or in the running server if it has the data folder. `onRow` writes the rows.
 * Default: as NDJSON. Throws OperatorError.
 */
export async function runOperatorCommand(
  name: string,
  input: object,
  onRow?: (row: object) => void,
): Promise<void> {
  await (await import('./operate.ts')).operate(name, input, undefined, onRow);
}
