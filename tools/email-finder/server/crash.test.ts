import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeTestProcesses, type Progress } from '#server/tasks/test-process.ts';
import { dotted, person } from '../../../e2e/fixtures/mail-world/firms.ts';
import { startMailWorld } from '../../../e2e/fixtures/mail-world/mail-world.ts';
import { DRILL } from '../../../e2e/fixtures/wait.ts';
import type { EmailRow } from '../definition.ts';

const PEOPLE = 300;
const DOMAINS = 15;
const KILLS = 1;

interface Report extends Progress {
  status?: string;
  verdicts?: string[];
  rows?: Pick<EmailRow, 'first_name' | 'last_name' | 'status'>[];
  charges?: number[];
}

/** A worker on its data folder. It first reports the verdicts it has. */
const processes = makeTestProcesses<Report>(`
  const verdicts = await db.selectFrom('email_addresses').select('address').where('status', '!=', 'unknown').execute();
  await report({ verdicts: verdicts.map(({ address }) => address), processed: 0 });
  const { readPersonFile } = await load('tools/email-finder/server/person-file.ts');
  await open(async () => ({ type: 'csv-extraction', ...(await readPersonFile(deps, { csv_content: input })) }));
  await startWorker(deps);
  await watch();
  const items = await db.selectFrom('task_items').select(['row', 'charge']).orderBy('position').execute();
  const rows = items.map(({ row }) => ({ first_name: row?.first_name, last_name: row?.last_name, status: row?.status }));
  await report({ status: 'ended', processed: items.length, rows, charges: items.map(({ charge }) => charge) });
`);
const folders: string[] = [];

afterAll(() => {
  processes.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-finder-'));
  folders.push(folder);
  return folder;
}

it(
  'completes each row once after a kill, and never verifies an address with a verdict again',
  DRILL,
  async () => {
    const world = await startMailWorld(
      Array.from({ length: DOMAINS }, (_, n) => ({
        name: `firm-${n}.com`,
        about: 'addresses are first.last, and every fourth is missing',
        mailboxes: Array.from({ length: PEOPLE }, (_, index) => index)
          .filter((index) => index % DOMAINS === n && index % 4 !== 3)
          .map((index) => dotted(person(index))),
        smtp: { replyDelayMs: 2 },
      })),
    );
    const environment = {
      DATA_DIR: newFolder(),
      DNS_SERVERS: world.dnsServer,
      SMTP_PORT: String(world.port),
      ALLOW_PRIVATE_NETWORK: '1',
      EMAIL_BATCH_PAUSE_MS: '20',
    };
    const people = Array.from({ length: PEOPLE }, (_, index) => person(index));
    const csv = `first_name,last_name,domain\n${people.map(({ first, last }, index) => `${first},${last},firm-${index % DOMAINS}.com`).join('\n')}`;
    /** Sessions end with their process, so a new process has new sessions. */
    const sessions = () => [...world.logs].map(([domain, log]) => [domain, log.sessions.length] as const);
    const recipientsSince = (marks: ReadonlyMap<string, number>) =>
      [...world.logs].flatMap(([domain, log]) =>
        log.sessions.slice(marks.get(domain) ?? 0).flatMap(({ recipients }) => recipients),
      );
    let before = new Map(sessions());
    let end: Report | undefined;
    for (let start = 0; start <= KILLS; start += 1) {
      const killAt = start < KILLS ? (PEOPLE / (KILLS + 1)) * (start + 1) : Number.POSITIVE_INFINITY;
      const { first, last } = await processes.run(environment, { input: csv, killAt });
      const verdicts = new Set(first.verdicts);
      if (start > 0) expect(verdicts.size).toBeGreaterThan(PEOPLE / 10);
      expect(recipientsSince(before).filter((address) => verdicts.has(address))).toEqual([]);
      before = new Map(sessions());
      end = last;
    }
    expect(end?.status).toBe('ended');
    expect(end?.rows?.map((row) => [row.first_name, row.last_name, row.status])).toEqual(
      people.map(({ first, last }, index) => [first, last, index % 4 === 3 ? 'not_found' : 'deliverable']),
    );
    expect(end?.charges).toEqual(people.map((_, index) => (index % 4 === 3 ? 0 : 1)));
    await world.close();
  },
);

it('may exceed its time budget while it only waits', DRILL, async () => {
  const world = await startMailWorld([
    { name: 'grey.com', about: 'greylists', mailboxes: [dotted(person(0))], smtp: { greylist: 1 } },
  ]);
  const { last } = await processes.run(
    {
      DATA_DIR: newFolder(),
      DNS_SERVERS: world.dnsServer,
      SMTP_PORT: String(world.port),
      ALLOW_PRIVATE_NETWORK: '1',
      TASK_TIME_BUDGET_MS: '10000',
      GREYLIST_RETRY_MS: '12000',
    },
    { input: `first_name,last_name,domain\n${person(0).first},${person(0).last},grey.com` },
  );
  expect(last.rows?.[0]).toMatchObject({ status: 'deliverable' });
  await world.close();
});
