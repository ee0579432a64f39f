import { generatedName } from '../e2e/fixtures/generated-sites.ts';
import { countCompanies, countRight, ended, makeCompanyList } from './company-list.ts';
import { buyUnlimited, type Reply } from './person.ts';
import type { Phase } from './round.ts';

const KILLS = 3;
/** The share of the price that the first part of the run may cost. */
const CAP_SHARE = 0.3;
/** One for the domain, one for its website, and one for the address there. */
const CREDITS_EACH = 3;

/**
 * The recipe "Companies to verified emails" runs in all rows: first up to a cap, then without one. Processes
 * are killed in both parts, and PostgreSQL restarts.
 */
export const companies: Phase = async (round) => {
  const { person, deployment, companies: count } = round;
  await buyUnlimited(person);
  const port = Number(new URL(round.siteUrl(generatedName(0))).port);
  const id = await makeCompanyList(person, port, 0, count);
  const price = CREDITS_EACH * countCompanies(count, ({ domain }) => domain !== null);
  const cap = Math.floor(price * CAP_SHARE);
  const { id: taskId } = await person.call('list-run', { id, cap });
  await round.killWithin(2000);
  const capped = await ended(person, taskId);
  const wrong: string[] = [];
  if (cost(capped) !== cap)
    wrong.push(`a run with a cap of ${cap} cost ${cost(capped)} and is ${capped.status}`);
  await person.call('list-run-resume', { task: taskId, cap: null });
  for (let kill = 1; kill < KILLS; kill += 1) {
    if (kill === 1) await deployment.restartDatabase?.();
    await round.killWithin(20 * count);
  }
  const task = await ended(person, taskId);
  if (task.status !== 'completed') wrong.push(`the run is ${task.status}`);
  // On a busy machine, a name server can be too slow for a few rows. They are free, and run again.
  const retried = task.failed > 0 ? (await runAgain('failed')) + (await runAgain('empty')) : 0;
  if (cost(task) + retried !== price)
    wrong.push(`the run cost ${cost(task)} and ${retried} of ${price} credits`);
  const { right, firstWrong } = await countRight(person, id, 0, count);
  if (right !== count) wrong.push(`${right} of ${count} rows are right, for example not ${firstWrong}`);
  const repeated = await runAgain('all');
  if (repeated !== 0) wrong.push(`the same run again cost ${repeated}`);
  return wrong;

  async function runAgain(cells: 'failed' | 'empty' | 'all'): Promise<number> {
    const { id: again } = await person.call('list-run', { id, cells });
    return cost(await ended(person, again));
  }
};

/** What a run cost an account with the unlimited plan. */
function cost({ creditsused, creditsincluded }: Reply): number {
  return creditsused + creditsincluded;
}
