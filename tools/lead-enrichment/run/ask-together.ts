import { setTimeout as delay } from 'node:timers/promises';

interface WaitingQuestion<Question, Answer> {
  question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** How long the first question waits for others. */
const GATHER_MS = 5;

/**
 * Asks what comes at about the same time at once. `ask` returns as many answers, in the same order. `start` runs work in the
 * background. The result rejects with the error of `ask`.
 */
export function askTogether<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  start: (work: () => Promise<void>) => void,
): (question: Question) => Promise<Answer> {
  let gathered: WaitingQuestion<Question, Answer>[] = [];

  async function askGathered(): Promise<void> {
    await delay(GATHER_MS);
    const waiting = gathered;
    gathered = [];
    try {
      const answers = await ask(waiting.map(({ question }) => question));
      if (answers.length !== waiting.length) throw new Error('Some questions have no answer.');
      for (const [at, answer] of answers.entries()) waiting[at]?.resolve(answer);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      gathered.push({ question, resolve, reject });
      if (gathered.length === 1) start(askGathered);
    });
}
