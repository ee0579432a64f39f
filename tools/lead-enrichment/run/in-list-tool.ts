import { MEMBERSHIP_TOOL, type MembershipAnswer, MembershipItem } from '#contract/list-membership.ts';
import type { Tool } from '../../tool.ts';
import {
  createListTool,
  type ListAnswerRow,
  type ListOutcome,
  sameRow,
  tooLarge,
  unanswered,
} from './list-tool.ts';

/** Looks for rows in lists of the account that a task belongs to, in the same order. */
export type FindInLists = (taskId: string, items: readonly MembershipItem[]) => Promise<MembershipAnswer[]>;

/** The tool of steps that look for a row in other lists. Its items are `MembershipItem`. It costs nothing. */
export function createInListTool(findInLists: FindInLists): Tool<ListAnswerRow> {
  return createListTool({ type: MEMBERSHIP_TOOL, item: MembershipItem, ask: findInLists, outcomeOf });
}

function outcomeOf(answer: MembershipAnswer | undefined): ListOutcome {
  if (!answer || answer.kind === 'gone')
    return unanswered('A list of this column is gone. Choose another one in it.', true);
  if (answer.kind === 'too-large') return tooLarge(answer.list);
  if (answer.kind === 'strange') return unanswered('Nothing in this row says who it is about.', false);
  const { found, names } = answer;
  const [first] = found;
  const lists = found.map(({ list }) => list);
  return {
    row: {
      values: first
        ? {
            in_list: 'yes',
            list: lists,
            ...(first.row === null ? {} : { row: first.row }),
            key: first.key,
          }
        : { in_list: 'no' },
      explanation: first ? `In ${quoted(lists)}` : `Not in ${quoted(names)}`,
      evidence: found.map((each) => ({ text: sameRow(each) })),
    },
    found: true,
    failed: false,
    billable: false,
    outcome: first ? 'yes' : 'no',
  };
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `“${name}”`).join(', ');
}
