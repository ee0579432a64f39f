import { z } from 'zod';
import { CALLS } from '#contract/calls.ts';
import { plural } from '#contract/plural.ts';
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

/** What every answer about money has. */
export const MONEY_OUTPUT = {
  started: z.boolean().describe('whether anything was started'),
  cost_at_most: z.number().describe('in credits'),
  credits_left: z.number().nullable().describe('null: there is no limit'),
};

/** The answer to a request that names no limit, or one that is too low. Nothing was started. */
export async function quoteAnswer(
  calls: McpCalls,
  cost: number,
  maxCredits: number | undefined,
  more: object = {},
): Promise<McpAnswer> {
  const isTooLow = maxCredits !== undefined;
  return {
    summary: `${isTooLow ? `This can cost ${plural(cost, 'credit')}, more than max_credits (${maxCredits}).` : `This can cost up to ${plural(cost, 'credit')}.`} Nothing was started.`,
    started: false,
    cost_at_most: cost,
    next: isTooLow
      ? 'Ask for fewer items, or ask the person for a higher limit.'
      : 'Ask the person, then call again with max_credits.',
    ...(await creditsLeft(calls)),
    ...more,
  };
}

/** The credits that are left now: null without a limit. */
export async function creditsLeft(calls: McpCalls): Promise<{ credits_left: number | null }> {
  const { credits, key } = await calls.invoke(CALLS.balance, {});
  const left = [credits === 'unlimited' ? null : credits, key?.leftThisMonth ?? null].filter(
    (each) => each !== null,
  );
  return { credits_left: left.length > 0 ? Math.min(...left) : null };
}
