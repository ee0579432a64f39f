import { expect } from 'vitest';
import { emptyWebsiteRow } from '#tools/website-extraction/definition.ts';
import { settleBatch } from '../tasks/settle-batch.ts';
import type { ListBench, ListOwner } from './test-lists.ts';

export const SITES = ['one', 'two', 'three'].map((name) => `${name}.example.com`);

/** Starts a task that looks for people at `SITES`. Returns its ID. */
export async function startSaving(
  owner: ListOwner,
  saveTo: object | undefined,
  more: object = {},
): Promise<string> {
  const { body, status } = await owner.call(
    'website-extraction',
    { urls: SITES, people: true, ...(saveTo && { saveTo }), ...more },
    { headers: { prefer: 'respond-async' } },
  );
  expect([status, body.error]).toEqual([202, undefined]);
  return body.id;
}

/** Settles the items at these positions: each has an email and two people. */
export async function settleSites(
  { database, deps }: ListBench,
  taskId: string,
  positions: readonly number[],
  sites: readonly string[] = SITES,
): Promise<void> {
  const task = await database.db
    .selectFrom('tasks')
    .selectAll()
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow();
  const person = (name: string, domain: string) => ({
    name,
    title: 'CEO',
    email: `${name.split(' ')[0]?.toLowerCase()}@${domain}`,
    phone: null,
    profile: null,
    page: `https://${domain}/team`,
  });
  await settleBatch(deps, {
    taskId,
    runNo: task.run_no,
    items: positions.map((position) => {
      const domain = sites[position] ?? '';
      const row = {
        ...emptyWebsiteRow(`https://${domain}/`),
        domain,
        emails: [`info@${domain}`],
        people: [person('Ann Bell', domain), person('Dan Ford', domain)],
      };
      return { position, row: JSON.stringify(row), found: true, failed: false, billable: true };
    }),
  });
}

/** What a task says about its save. */
export const saveOf = async (owner: ListOwner, id: string) => (await owner.call(`task?id=${id}`)).body.save;

/** The rows of each list of an account, by name. */
export const listsOf = async (owner: ListOwner): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await owner.call('lists')).body.lists.map(({ name, rows }: { name: string; rows: number }) => [
      name,
      rows,
    ]),
  );
