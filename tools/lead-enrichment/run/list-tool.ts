import type { z } from 'zod';
import type { TaskType } from '#contract/tasks.ts';
import type { Tool, ToolOutcome } from '../../tool.ts';

/** The stored answer of a tool that reads other lists. */
export type ListAnswerRow = {
  values: Record<string, string | string[]>;
  /** in one sentence */
  explanation: string;
  evidence: { text: string }[];
};
export type ListOutcome = Omit<ToolOutcome<ListAnswerRow>, 'position'>;

const ITEMS_AT_ONCE = 200;

interface ListTool<Item, Answer> {
  type: TaskType;
  /** an item of the tool */
  item: z.ZodType<Item>;
  /** Asks the lists of the account that a task belongs to, in the same order. */
  ask: (taskId: string, items: readonly Item[]) => Promise<Answer[]>;
  outcomeOf: (answer: Answer | undefined) => ListOutcome;
}

/** A free tool that reads lists of the account, for some rows at a time. */
export function createListTool<Item, Answer>({
  type,
  item,
  ask,
  outcomeOf,
}: ListTool<Item, Answer>): Tool<ListAnswerRow> {
  return {
    type,
    shardKey: (input) => input,
    async *run(items, signal, { taskId = '' } = {}) {
      for (let from = 0; from < items.length && !signal.aborted; from += ITEMS_AT_ONCE) {
        const part = items.slice(from, from + ITEMS_AT_ONCE);
        const wanted = part.map(({ input }) => item.parse(JSON.parse(input)));
        const answers = await ask(taskId, wanted);
        for (const [at, { position }] of part.entries()) yield { position, ...outcomeOf(answers[at]) };
      }
    },
    close: async () => {},
  };
}

/** An outcome without values. `failed`: the set-up has to be changed first. */
export function unanswered(explanation: string, failed: boolean): ListOutcome {
  return {
    row: { values: {}, explanation, evidence: [] },
    found: false,
    failed,
    ...(failed ? { final: true } : {}),
    billable: false,
  };
}

/** The outcome for a list with too many rows. */
export function tooLarge(list: string): ListOutcome {
  return unanswered(`“${list}” is too large to look in. Split it into smaller lists.`, true);
}

/** Which row of a list is the same: "Customers: the row “Acme” has the same website acme.com". */
export function sameRow({ list, row, key }: { list: string; row: string | null; key: string }): string {
  return `${list}: ${row === null ? 'a row' : `the row “${row}”`} has the same ${key}`;
}
