import type { Deps } from '#server/deps.ts';
import type { Binder } from '#server/http/bind.ts';
import type { LeadDeps } from '#server/leads/lead-search.ts';
import type { PaymentDeps } from '#server/payments/payment-context.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { OperatorCommand } from '#server/platform/operator/operator-command.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';
import type { TaskTool, TaskTools } from '#server/tasks/task-tool.ts';
import type { ToolDefinition } from './tool.ts';

/** What a tool's server half is built from. */
export interface ToolDeps extends Deps, LeadDeps, PaymentDeps {
  taskTools: TaskTools;
}

/** The server half of a tool: what the server mounts, runs and offers for it. */
export interface ServerTool {
  readonly definition: ToolDefinition;
  /** How its tasks are started and worked. */
  readonly task?: TaskTool;
  /** Mounts functions besides the one that starts a task. */
  mount?(binder: Binder, deps: ToolDeps): void;
  readonly commands?: readonly OperatorCommand<ToolDeps>[];
  /** What it stores about an account. */
  readonly personalData?: readonly PersonalData[];
  /** Deletes what it knows of addresses, for all accounts. */
  forgetAddresses?(db: Db, addresses: readonly string[]): Promise<void>;
}
