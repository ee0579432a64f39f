import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import type { Binder } from '#server/http/bind.ts';
import type { LeadDeps } from '#server/leads/lead-search.ts';
import type { PaymentAvailability } from '#server/payments/payment-availability.ts';
import type { PaymentContext, PaymentDeps } from '#server/payments/payment-context.ts';
import type { RecordSales } from '#server/payments/record-sales.ts';
import type { Db } from '#server/platform/db.ts';
import type { OperatorCommand } from '#server/platform/operator-command.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';
import type { TaskTool, TaskTools } from '#server/tasks/task-tool.ts';
import type { ToolDefinition } from './definition.ts';

/** A part of a tool with the server's lifetime, such as connections to an outside service. */
export interface ToolPart {
  close(): Promise<void>;
}

/** What a tool's server half is built from. */
export interface ToolDeps extends Deps, LeadDeps, PaymentDeps {
  taskTools: TaskTools;
  /** open parts by their tool */
  toolParts: ReadonlyMap<ToolDefinition, ToolPart>;
}

/** The server half of a tool: what the server mounts, runs and offers for it. */
export interface ServerTool {
  readonly definition: ToolDefinition;
  /** How its tasks are started and worked. */
  readonly task?: TaskTool;
  /** Opens its part, if the configuration asks for one. */
  openPart?(config: Config): ToolPart | null;
  /** Mounts functions besides the one that starts a task. */
  mount?(binder: Binder, deps: ToolDeps, payments: { availability: PaymentAvailability }): void;
  /** Starts work of its own, if this process is to do it. */
  startWorker?(deps: ToolDeps, host: WorkerHost): Promise<ToolWorker | null>;
  /** What it sells through payments. */
  readonly sales?: ToolSales;
  readonly commands?: readonly OperatorCommand<ToolDeps>[];
  /** People that an account got from it without a task, since a time, for the dashboard. */
  countPeople?(db: Db, accountId: string, since: Date): Promise<number>;
  /** What it stores about an account. */
  readonly personalData?: readonly PersonalData[];
}

/** The process that starts workers: a server, or a worker process beside servers. */
export type WorkerHost = 'server' | 'worker';

export interface ToolWorker {
  stop(): Promise<void>;
}

/** What payments need to know of a tool whose results are bought. */
export interface ToolSales extends RecordSales<ToolDeps> {
  /** Refunds what an account paid for and didn't get, before the account is deleted. Throws if that fails. */
  refundBeforeDeletion(payments: PaymentContext, accountId: string): Promise<void>;
}
