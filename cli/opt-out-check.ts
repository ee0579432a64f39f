import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TaskType } from '#contract/tasks.ts';
import { readEnvFile } from '#server/process.ts';

/** A result of a tool. */
export interface ToolResult<Row extends object> {
  input: string;
  row: Row;
  found: boolean;
}

/** The opt-out list of the server here, for commands that write contacts. */
export interface OptOutCheck {
  /** The result without people and companies that opted out, as a task would store it. */
  clean<Row extends object>(type: TaskType, result: ToolResult<Row>): Pick<ToolResult<Row>, 'row' | 'found'>;
  /** Whether the list contains any of these addresses or domains. */
  lists(keys: { emails: readonly string[]; domains: readonly string[] }): boolean;
}

/**
 * Reads the opt-out list of the data folder or database that the settings name. A running server answers from it. null:
 * there is no server's data here, or its list is empty. Creates nothing. Throws OperatorError if the list can't be read.
 */
export async function openOptOutCheck(): Promise<OptOutCheck | null> {
  readEnvFile();
  if (!hasServerData(process.env)) return null;
  return (await import('./server-opt-outs.ts')).readServerOptOuts();
}

/** Whether the settings name data of a server. Other programs also have a folder `data` and a DATABASE_URL. */
function hasServerData(environment: NodeJS.ProcessEnv): boolean {
  const isSet = (name: string) => Boolean(environment[name] || environment[`${name}_FILE`]);
  if (isSet('DATABASE_URL')) return isSet('AUTH_SECRET');
  const folder = environment.DATA_DIR || './data';
  return existsSync(join(folder, 'secrets.json')) && existsSync(join(folder, 'db', 'PG_VERSION'));
}
