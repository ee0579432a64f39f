import type { OrderView } from '#contract/payments.ts';
import type { Deps } from '#server/deps.ts';
import type { Binder } from '#server/http/bind.ts';
import type { OperatorCommand } from '#server/operator/command.ts';
import type { PaymentParts } from '#server/payments/payment-parts.ts';
import type { Order } from '#server/payments/provider.ts';
import type { Seller } from '#server/payments/shop.ts';
import type { TaskTool } from '#server/tasks/task-tool.ts';
import type { ToolDefinition } from './definition.ts';

/** The server half of a tool: what the server mounts, runs and offers for it. Every part is optional. */
export interface ServerTool {
  readonly definition: ToolDefinition;
  /** How its tasks are started and worked. */
  readonly task?: TaskTool;
  /** Mounts functions besides the one that starts a task. */
  mount?(binder: Binder, deps: Deps): void;
  /** Starts work of its own, if this process is to do it. */
  startWorker?(deps: Deps, host: WorkerHost): Promise<ToolWorker | null>;
  /** What it sells through payments. */
  readonly sales?: ToolSales;
  readonly commands?: readonly OperatorCommand[];
}

/** The process that starts workers: a server, or a worker process beside servers. */
export type WorkerHost = 'server' | 'worker';

export interface ToolWorker {
  stop(): Promise<void>;
}

/** What payments need to know of a tool whose results are bought. */
export interface ToolSales {
  /** Orders as their owner sees them, each with its run. Files are offered under `origin`. */
  viewOrders(deps: Deps, orders: readonly Order[], origin: string): Promise<OrderView[]>;
  /** Throws `unprocessable` if the records of a search can't be sold. */
  refuseUnsellable(deps: Deps, searchUrl: string, seller: Seller): Promise<void>;
  /** Refunds what an account paid for and didn't get, before the account is deleted. Throws if that fails. */
  refundBeforeDeletion(payments: PaymentParts, accountId: string): Promise<void>;
}
