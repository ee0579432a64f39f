/** What the nodes need of n8n-workflow at run time, as tests check it. */
export const NodeConnectionTypes = { Main: 'main' } as const;

interface Details {
  itemIndex?: number;
}

abstract class NodeError extends Error {
  readonly itemIndex: number | undefined;
  readonly code: string | undefined;

  constructor(_node: unknown, error: unknown, { itemIndex }: Details = {}) {
    super(error instanceof Error ? error.message : String(error), { cause: error });
    this.name = new.target.name;
    this.itemIndex = itemIndex;
    this.code = (error as { code?: string } | null)?.code;
  }
}

export class NodeApiError extends NodeError {}
export class NodeOperationError extends NodeError {}

/** The waits that nodes asked for, in ms. Here they take no time. */
export const waits: number[] = [];

export async function sleep(ms: number): Promise<void> {
  waits.push(ms);
}
