import type { ToolAnswer } from '#contract/list-run-cells.ts';
import { type KnownAnswer, knownAnswer } from '#tools/index/known-values.ts';
import { stepTool } from '#tools/index/step-tools.ts';
import { storedTexts } from '#tools/list-tool/row-text.ts';
import { withoutWrong } from '#tools/list-tool/without-wrong.ts';
import type { Deps } from '../../deps.ts';
import type { CellOfRow, ScopedCell } from './scoped-cell.ts';
import { findWrongAnswers, hasWrongAnswers } from './wrong-answers.ts';

/** The cells of a run whose rows have what their steps look for, as the run will decide it: they cost nothing for sure. */
export async function knownCells(
  deps: Pick<Deps, 'database' | 'secrets'>,
  accountId: string,
  cells: readonly CellOfRow[],
): Promise<Set<ScopedCell>> {
  const found = cells.flatMap(({ cell, values, isOpen }) => {
    const answer = knownAnswer(cell.step, values, isOpen);
    return answer ? [{ cell, answer }] : [];
  });
  if (found.length === 0 || !(await hasWrongAnswers(deps.database.db, accountId)))
    return new Set(found.map(({ cell }) => cell));
  // What another step changes first may be what the answer was called wrong for.
  const sure = found.filter(({ cell }) => !cell.waits);
  const asked = sure.flatMap(({ cell, answer }) => answersOf(cell, answer));
  const isWrong = await findWrongAnswers(deps, accountId, asked);
  const wrong = new Set(asked.filter((_, at) => isWrong[at]).map(keyOf));
  return new Set(
    sure.flatMap(({ cell, answer }) => {
      const definition = stepTool(answer.tool);
      const isRight = itemsOf(cell, answer).every(
        (input) =>
          definition &&
          withoutWrong(definition, answer.row, (value) =>
            wrong.has(keyOf({ tool: answer.tool, input, value })),
          ).isAnswer,
      );
      return isRight ? [cell] : [];
    }),
  );
}

function itemsOf({ now }: ScopedCell, { tool }: KnownAnswer): string[] {
  return now.flatMap((item) => (item.tool === tool ? [item.input] : []));
}

function answersOf(cell: ScopedCell, answer: KnownAnswer): ToolAnswer[] {
  const { tool, row } = answer;
  const texts = stepTool(tool)?.fields.flatMap(({ field }) => storedTexts(row[field])) ?? [];
  return itemsOf(cell, answer).flatMap((input) => texts.map((value) => ({ tool, input, value })));
}

function keyOf({ tool, input, value }: ToolAnswer): string {
  return JSON.stringify([tool, input, value]);
}
