import { AI_TOOL } from '#contract/list-ai.ts';
import type { StepTry } from '#contract/list-steps.ts';
import {
  isServersModel,
  mostTokens,
  type PreparedPrompt,
  promptKey,
  tokenCredits,
} from '#engines/list-steps/prepare-prompt.ts';
import { toolOfType } from '#tools/index/tools.ts';
import type { Config } from '../../config.ts';
import { paidKeys } from '../../tasks/free-items.ts';
import { taskTool } from '../../tasks/task-run.ts';
import type { TaskTools } from '../../tasks/task-tool.ts';

interface Deps {
  config: Pick<Config, 'AI_MODEL' | 'AI_CREDITS_PER_1000_TOKENS'>;
  taskTools: TaskTools;
}

/** What an item of a tool costs at most, in credits. */
export function itemCredits({ config }: Deps, { tool, input }: { tool: string; input: string }): number {
  if (tool !== AI_TOOL) return toolOfType(tool)?.task.creditsPerItem ?? 0;
  const prepared = JSON.parse(input) as PreparedPrompt;
  return isServersModel(prepared) ? tokenCredits(mostTokens(prepared), config.AI_CREDITS_PER_1000_TOKENS) : 0;
}

/** What a try whose inputs aren't known yet costs at most, in credits. */
export function tryCredits({ config }: Deps, { tool, ai }: StepTry): number {
  if (!ai) return toolOfType(tool)?.task.creditsPerItem ?? 0;
  return isServersModel(ai) ? tokenCredits(mostTokens(), config.AI_CREDITS_PER_1000_TOKENS) : 0;
}

/** What is paid for once, under each of its keys; none for an item that costs nothing. */
export function paidOnceKeys(deps: Deps, { tool, input }: { tool: string; input: string }): string[] {
  if (itemCredits(deps, { tool, input }) === 0) return [];
  return tool === AI_TOOL
    ? [promptKey(deps.config.AI_MODEL ?? '', input)]
    : paidKeys(taskTool(deps, tool), input);
}
