import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Answers questions in groups: those that come while others are being answered go together next, at most so
 * many at once. On the embedded database a thousand small queries one after the other would keep everybody
 * else waiting. `answer` gives one answer for each question, in order; where it rejects, so do all of its
 * group.
 */
export function gather<Question, Answer>(
  answer: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  most: number,
): (question: Question) => Promise<Answer> {
  interface Waiting {
    question: Question;
    resolve(answer: Answer): void;
    reject(error: unknown): void;
  }
  const waiting: Waiting[] = [];
  let answering = false;

  async function answerAll(): Promise<void> {
    while (waiting.length > 0) {
      // Others have their turn, and more questions may come meanwhile.
      await nextTurn();
      const group = waiting.splice(0, most);
      try {
        const answers = await answer(group.map(({ question }) => question));
        for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    answering = false;
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (answering) return;
      answering = true;
      void answerAll();
    });
}
