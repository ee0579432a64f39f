import type { ListView } from '#contract/lists.ts';
import { READY_RECIPES } from '#tools/lead-enrichment/web/ready-recipes.ts';
import { hasGeneratedMailbox } from '../e2e/fixtures/generated-mail.ts';
import { generatedContacts, generatedName } from '../e2e/fixtures/generated-sites.ts';
import { type Person, type Reply, until } from './person.ts';

const ROWS_PER_CALL = 500;
const ROWS_PER_PAGE = 200;
const RUN_PATIENCE_MS = 3 * 60 * 60 * 1000;

/** What the recipe has to find out about a company. */
export interface ExpectedCompany {
  name: string;
  /** null: the company has no website */
  domain: string | null;
  /** the verified email; null: the address on its website has no mailbox */
  email: string | null;
}

/** Every tenth company has no website, and some addresses of the others have no mailbox. */
export function expectedCompany(index: number): ExpectedCompany {
  if (index % 10 === 9) return { name: `Nowhere ${index}`, domain: null, email: null };
  const email = hasGeneratedMailbox(index) ? generatedContacts(index).email : null;
  return { name: `Firm ${index}`, domain: generatedName(index), email };
}

/** How many of the first companies pass. */
export function countCompanies(count: number, passes: (company: ExpectedCompany) => boolean): number {
  return Array.from({ length: count }, (_, index) => expectedCompany(index)).filter(passes).length;
}

/**
 * A list of companies with the steps of the recipe "Companies to verified emails". `port`: where websites are. Returns its
 * ID.
 */
export async function makeCompanyList(
  person: Person,
  port: number,
  from: number,
  count: number,
): Promise<string> {
  const [ready] = READY_RECIPES;
  const { columns, steps } = ready!.recipe;
  const { id }: ListView = await person.call('list-create', { name: `Companies from ${from}`, columns });
  for (let start = from; start < from + count; start += ROWS_PER_CALL) {
    const length = Math.min(ROWS_PER_CALL, from + count - start);
    const rows = Array.from({ length }, (_, n) => ({ Company: expectedCompany(start + n).name }));
    await person.call('list-add-rows', { id, rows });
  }
  const [domains, contacts, verify] = steps;
  const website = {
    kind: 'formula',
    name: 'Website',
    formula: `=if({Domain} == "", "", "http://" + {Domain} + ":${port}/")`,
    outputs: [{ field: 'text', name: 'Website' }],
  };
  const [read] = contacts!.kind === 'tool' ? contacts!.tries : [];
  const reading = { ...contacts, tries: [{ ...read, inputs: { website: 'Website' } }] };
  for (const step of [domains, website, reading, verify]) await person.call('list-step-save', { id, step });
  return id;
}

/** Waits until a task ends, and returns it. */
export function ended(person: Person, taskId: string): Promise<Reply> {
  return until(
    () => person.call(`task?id=${taskId}`),
    ({ status }) => status !== 'processing' && status !== 'queued',
    'the task',
    RUN_PATIENCE_MS,
  );
}

/** How many rows are as expected, and the first that isn't. Each cell must have one outcome. */
export async function countRight(
  person: Person,
  id: string,
  from: number,
  count: number,
): Promise<{ right: number; firstWrong: string | null }> {
  let right = 0;
  let firstWrong: string | null = null;
  for (let page = 1; (page - 1) * ROWS_PER_PAGE < count; page += 1) {
    const { rows } = await person.call(`list-rows?id=${id}&limit=${ROWS_PER_PAGE}&page=${page}&order=added`);
    for (const [n, { values, states }] of rows.entries()) {
      const expected = expectedCompany(from + (page - 1) * ROWS_PER_PAGE + n);
      const settled = Object.values(states).every(
        (state: Reply) => !state.queued && !state.stale && state.status !== 'failed',
      );
      const isRight =
        settled &&
        values.Company === expected.name &&
        (values.Domain ?? null) === expected.domain &&
        (values['Verified email'] ?? null) === expected.email;
      if (isRight) right += 1;
      else firstWrong ??= JSON.stringify({ expected, values, states });
    }
  }
  return { right, firstWrong };
}

/** Runs the recipe for companies in a list of their own. Returns how long the run took, in ms. Throws if a row is wrong. */
export async function runCompanies(
  person: Person,
  port: number,
  { from, count }: { from: number; count: number },
): Promise<number> {
  const id = await makeCompanyList(person, port, from, count);
  const startedAt = performance.now();
  const task = await person.call('list-run', { id });
  await ended(person, task.id);
  const ms = performance.now() - startedAt;
  const { right, firstWrong } = await countRight(person, id, from, count);
  if (right !== count) throw new Error(`${right} of ${count} rows are right, not ${firstWrong}`);
  return ms;
}
