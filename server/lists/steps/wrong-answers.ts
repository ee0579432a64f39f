import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { CallError } from '#contract/errors.ts';
import type { ToolAnswer } from '#contract/list-run-cells.ts';
import { foldedText } from '#tools/list-tool/row-text.ts';
import type { Deps } from '../../deps.ts';
import type { Db, Tx } from '../../platform/database/db.ts';

/** Answers that one account can call wrong. */
const WRONG_ANSWERS_MAX = 20_000;

/** Whether the account called any answer wrong. */
export async function hasWrongAnswers(db: Db, accountId: string): Promise<boolean> {
  const found = await db
    .selectFrom('list_wrong_answers')
    .select('answer')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Which of these answers the account called wrong, in any case and without accents. */
export async function findWrongAnswers(
  { database: { db }, secrets }: Pick<Deps, 'database' | 'secrets'>,
  accountId: string,
  answers: readonly ToolAnswer[],
): Promise<boolean[]> {
  if (answers.length === 0) return [];
  const hashes = answers.map(hashWith(secrets.dataKey));
  const rows = await db
    .selectFrom('list_wrong_answers')
    .select('answer')
    .where('account_id', '=', accountId)
    .where('answer', 'in', hashes)
    .execute();
  const known = new Set(rows.map(({ answer }) => answer));
  return hashes.map((hash) => known.has(hash));
}

/** Remembers answers as wrong. The account's row is locked. Throws `quota_exceeded` beyond the limit. */
export async function storeWrongAnswers(
  tx: Tx,
  { secrets }: Pick<Deps, 'secrets'>,
  accountId: string,
  answers: readonly ToolAnswer[],
  at: Date,
): Promise<void> {
  if (answers.length === 0) return;
  if ((await countWrong(tx, accountId)) + answers.length > WRONG_ANSWERS_MAX)
    throw new CallError(
      'quota_exceeded',
      `We remember ${WRONG_ANSWERS_MAX.toLocaleString('en-US')} wrong answers at most. Change the value by hand instead.`,
    );
  const hashOf = hashWith(secrets.dataKey);
  await tx
    .insertInto('list_wrong_answers')
    .values(answers.map((answer) => ({ account_id: accountId, answer: hashOf(answer), at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function countWrong(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('list_wrong_answers')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Keyed, so that the table can't be searched for people without the server's secret. */
function hashWith(dataKey: string): (answer: ToolAnswer) => string {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', dataKey, '', 'leadwell wrong answer', 32)));
  return ({ tool, input, value }) =>
    createHmac('sha256', key)
      .update(JSON.stringify([tool, input, foldedText(value)]))
      .digest('base64url');
}
