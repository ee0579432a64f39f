import type { TaskView } from '#contract/tasks.ts';
import { generatedContacts, generatedName } from '../e2e/fixtures/generated-sites.ts';
import { type Reply, until } from './person.ts';
import type { Phase } from './round.ts';

const ROWS = 150;
const KILLS = 3;

/** A list with columns that tools fill: home page, the contact page after it, and its emails. */
const STEPS = [
  {
    kind: 'tool',
    name: 'Home',
    tries: [{ tool: 'website-extraction', options: { depth: 'quick' }, inputs: { website: 'Website' } }],
    outputs: [{ field: 'final_url', name: 'Home' }],
  },
  { kind: 'formula', name: 'Page', formula: '{Home}contact', outputs: [{ field: 'text', name: 'Page' }] },
  {
    kind: 'tool',
    name: 'Emails',
    tries: [{ tool: 'website-extraction', options: { depth: 'quick' }, inputs: { website: 'Page' } }],
    outputs: [{ field: 'emails', name: 'Emails' }],
  },
];

/** The steps of a list run in all rows. With PostgreSQL, it restarts, too. */
export const enrich: Phase = async (round) => {
  const { person, deployment, siteUrl } = round;
  const name = `Round ${round.number}`;
  const { id } = await person.call('list-create', { name, columns: [{ name: 'Website' }] });
  const rows = Array.from({ length: ROWS }, (_, n) => ({ Website: siteUrl(generatedName(n)) }));
  await person.call('list-add-rows', { id, rows });
  for (const step of STEPS) await person.call('list-step-save', { id, step });
  const { id: taskId }: TaskView = await person.call('list-run', { id });
  for (let kill = 0; kill < KILLS; kill += 1) {
    if (kill === 1) await deployment.restartDatabase?.();
    await round.killWithin(2000);
  }
  const task: TaskView = await until(
    () => person.call(`task?id=${taskId}`),
    ({ status }) => status !== 'processing' && status !== 'queued',
    'the run',
  );
  const { rows: filled } = await person.call(`list-rows?id=${id}&limit=200&order=added`);
  const right = filled.filter(
    ({ values, states }: Reply, n: number) =>
      values.Emails === generatedContacts(n).email &&
      Object.values(states).every((state: Reply) => state.status === 'done' && !state.queued && !state.stale),
  ).length;
  const { status, processed, creditsused } = task;
  return status === 'completed' && processed === ROWS * 2 && creditsused === ROWS * 2 && right === ROWS
    ? []
    : [`the run is ${status}: ${processed} cells, ${right} of ${ROWS} rows right, ${creditsused} credits`];
};
