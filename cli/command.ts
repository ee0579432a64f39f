import type { Command } from 'commander';
import type { TaskType } from '#contract/tasks.ts';
import type { Config } from '#server/config.ts';
import type { HealthCheck } from '#server/platform/operator/health-check.ts';
import type { Tool } from '#tools/tool.ts';

/** Opens the tool of a type for a command with a step of it, which closes it; null if this version has none. */
export type OpenTool = (type: TaskType) => Promise<Tool | null>;

/** A tool's commands. Every `leadwell` command imports their module, so an action imports what it runs. */
export interface ToolCommands {
  /** The tool of these commands, for commands of other tools with a step of it. Throws OperatorError. */
  readonly tool?: { type: TaskType; open(): Promise<Tool> };
  /** What `leadwell doctor` checks for the tool. */
  healthChecks?(config: Config): Promise<HealthCheck[]>;
  /** Adds the commands to the program. */
  addTo(program: Command, openTool: OpenTool): void;
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
