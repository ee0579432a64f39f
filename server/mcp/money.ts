import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ReplyOf } from '#contract/call.ts';
import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import { plural } from '#contract/plural.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { McpAnswer, McpCalls } from './mcp-tool.ts';

/** What every tool that can cost credits takes. */
export const SPENDING = {
  max_credits: z
    .int()
    .min(0)
    .max(10_000_000)
    .optional()
    .describe(
      'The most that this may cost. Without it, nothing starts, and the answer says what it would cost.',
    ),
  request_id: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('A name for this request. The same one again costs nothing and starts nothing new.'),
};

/** The Idempotency-Key of a request. A hash, because a name can have characters that no header may have. */
export function requestKey(requestId: string | undefined): string | undefined {
  return requestId === undefined ? undefined : createHash('sha256').update(requestId).digest('hex');
}

/** What the answers of tools that can cost credits have. */
export const MONEY_OUTPUT = {
  started: z.boolean().describe('whether anything was started'),
  cost_at_most: z.number().describe('in credits'),
};

/** What every answer of every tool has. */
export const BALANCE_OUTPUT = {
  credits_spent_this_month: z.number().nullable().describe('by this API key; null: the token is no API key'),
  credits_left: z.number().nullable().describe('null: there is no limit'),
};

/** The answer to a request that names no limit, or one that is too low. Nothing was started. */
export function quoteAnswer(cost: number, maxCredits: number | undefined, more: object = {}): McpAnswer {
  const isTooLow = maxCredits !== undefined;
  return {
    summary: `${isTooLow ? `This can cost ${plural(cost, 'credit')}, more than max_credits (${maxCredits}).` : `This can cost up to ${plural(cost, 'credit')}.`} Nothing was started.`,
    started: false,
    cost_at_most: cost,
    next: isTooLow
      ? 'Ask for fewer items, or ask the person for a higher limit.'
      : 'Ask the person, then call again with max_credits.',
    ...more,
  };
}

/** What the key has spent, and what it can still spend. */
export function balanceAnswer({ credits, key }: ReplyOf<typeof CALLS.balance>) {
  const left = [credits === 'unlimited' ? null : credits, key?.leftThisMonth ?? null].filter(
    (each) => each !== null,
  );
  return {
    credits_spent_this_month: key?.spentThisMonth ?? null,
    credits_left: left.length > 0 ? Math.min(...left) : null,
  };
}

/** The same after a tool has answered. Nothing if the server refuses to say it, because what the tool did counts. */
export async function balanceAfter(calls: McpCalls): Promise<object> {
  try {
    return balanceAnswer(await calls.invoke(CALLS.balance, {}));
  } catch (error) {
    if (error instanceof CallError || error instanceof OperatorError) return {};
    throw error;
  }
}
