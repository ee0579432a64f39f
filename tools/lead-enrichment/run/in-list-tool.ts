import {
  MEMBERSHIP_TOOL,
  type Membership,
  type MembershipAnswer,
  MembershipItem,
} from '#contract/list-membership.ts';
import type { Tool, ToolOutcome } from '../../tool.ts';

type Row = { values: Record<string, string | string[]>; explanation: string; evidence: { text: string }[] };
type Outcome = Omit<ToolOutcome<Row>, 'position'>;

/** Looks for rows in lists of the account that a task belongs to, in the same order. */
export type FindInLists = (taskId: string, items: readonly MembershipItem[]) => Promise<MembershipAnswer[]>;

const ITEMS_AT_ONCE = 200;

/** The tool of steps that look for a row in other lists. Its items are `MembershipItem`. It costs nothing. */
export function createInListTool(findInLists: FindInLists): Tool<Row> {
  return {
    type: MEMBERSHIP_TOOL,
    shardKey: (input) => input,
    async *run(items, signal, { taskId = '' } = {}) {
      for (let from = 0; from < items.length && !signal.aborted; from += ITEMS_AT_ONCE) {
        const part = items.slice(from, from + ITEMS_AT_ONCE);
        const wanted = part.map(({ input }) => MembershipItem.parse(JSON.parse(input)));
        const answers = await findInLists(taskId, wanted);
        for (const [at, { position }] of part.entries()) yield { position, ...outcomeOf(answers[at]) };
      }
    },
    close: async () => {},
  };
}

function outcomeOf(answer: MembershipAnswer | undefined): Outcome {
  if (!answer || answer.kind === 'gone')
    return unanswered('A list of this column is gone. Choose another one in it.', true);
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
      evidence: found.map((each) => ({ text: lineOf(each) })),
    },
    found: true,
    failed: false,
    billable: false,
    outcome: first ? 'yes' : 'no',
  };
}

function lineOf({ list, row, key }: Membership): string {
  return `${list}: ${row === null ? 'a row' : `the row “${row}”`} has the same ${key}`;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `“${name}”`).join(', ');
}

function unanswered(explanation: string, failed: boolean): Outcome {
  return {
    row: { values: {}, explanation, evidence: [] },
    found: false,
    failed,
    ...(failed ? { final: true } : {}),
    billable: false,
  };
}
