import { z } from 'zod';
import { CALLS } from '#contract/calls.ts';
import { mcpTool } from './mcp-tool.ts';
import { balanceAnswer } from './money.ts';
import { optOutTool } from './opt-out-tool.ts';

export const accountTools = [
  optOutTool,
  mcpTool({
    name: 'credits',
    title: 'Credits',
    description: 'The plan, the credits that are left, and the budget of this API key.',
    input: z.object({}),
    output: {
      plan: z.string(),
      credits: z.union([z.number(), z.string()]),
      budget: z.unknown(),
    },
    readOnly: true,
    async run(calls) {
      const balance = await calls.invoke(CALLS.balance, {});
      const { plan, credits, key } = balance;
      const { credits_left } = balanceAnswer(balance);
      return {
        summary: credits_left === null ? 'There is no limit.' : `${credits_left} credits are left.`,
        plan,
        credits,
        budget: key && { monthly: key.monthlyBudget, spent: key.spentThisMonth, left: key.leftThisMonth },
      };
    },
  }),
];
