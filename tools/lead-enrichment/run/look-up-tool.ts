import { LOOK_UP_TOOL, type LookUpAnswer, LookUpItem } from '#contract/list-look-up.ts';
import type { Tool } from '../../tool.ts';
import {
  createListTool,
  type ListAnswerRow,
  type ListOutcome,
  sameRow,
  tooLarge,
  unanswered,
} from './list-tool.ts';

/** Looks rows up in a list of the account that a task belongs to, in the same order. */
export type LookUpRows = (taskId: string, items: readonly LookUpItem[]) => Promise<LookUpAnswer[]>;

/** The tool of steps that take values of another list. Its items are `LookUpItem`. It costs nothing. */
export function createLookUpTool(lookUpRows: LookUpRows): Tool<ListAnswerRow> {
  return createListTool({ type: LOOK_UP_TOOL, item: LookUpItem, ask: lookUpRows, outcomeOf });
}

function outcomeOf(answer: LookUpAnswer | undefined): ListOutcome {
  if (!answer || answer.kind === 'gone') return unanswered(goneText(answer), true);
  if (answer.kind === 'too-large') return tooLarge(answer.list);
  if (answer.kind === 'strange') return unanswered('Nothing in this row says who it is about.', false);
  const { list } = answer;
  if (answer.kind === 'none') return unanswered(`Not in “${list}”`, false);
  if (answer.kind === 'hidden')
    return unanswered(
      `The row in “${list}” has since been deleted, or is about someone who asked not to be listed.`,
      false,
    );
  const { values } = answer;
  const evidence = [{ text: sameRow(answer) }];
  if (Object.keys(values).length === 0) {
    const explanation = `In “${list}”, but without these values`;
    return { ...unanswered(explanation, false), row: { values, explanation, evidence } };
  }
  const row = { values, explanation: `From “${list}”`, evidence };
  return { row, found: true, failed: false, billable: false };
}

function goneText(answer: Extract<LookUpAnswer, { kind: 'gone' }> | undefined): string {
  if (!answer || answer.list === null) return 'The list of this column is gone. Choose another one in it.';
  return `“${answer.list}” no longer has the column for “${answer.field}”. Choose another one in this column.`;
}
