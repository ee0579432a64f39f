import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeTestProcesses, type Progress } from '#server/tasks/test-process.ts';
import { BULK_COMPANIES, bulkNames, COMPANY_SITES } from '../../../e2e/fixtures/company-sites.ts';
import { startFakeWeb } from '../../../e2e/fixtures/fake-web.ts';
import type { CompanyRow } from '../definition.ts';

interface Report extends Progress {
  status?: string;
  rows?: Pick<CompanyRow, 'company_name' | 'domain'>[];
  charges?: number[];
}

const processes = makeTestProcesses<Report>(`
  await report({ processed: 0 });
  await open(async () => ({ type: 'company-to-domain', inputs: JSON.parse(input), attach: async () => {} }));
  await startWorker(deps);
  await watch();
  const items = await db.selectFrom('task_items').select(['row', 'charge']).orderBy('position').execute();
  const rows = items.map(({ row }) => ({ company_name: row?.company_name, domain: row?.domain }));
  await report({ status: 'ended', processed: items.length, rows, charges: items.map(({ charge }) => charge) });
`);
const folder = mkdtempSync(join(tmpdir(), 'leadwell-domains-'));

afterAll(() => {
  processes.close();
  rmSync(folder, { recursive: true, force: true });
});

it('a killed server finishes each name once and charges each domain once', async () => {
  const web = await startFakeWeb({ sites: COMPANY_SITES });
  const environment = {
    DATA_DIR: folder,
    DNS_SERVERS: web.dnsServer,
    WEB_PORT: String(web.port),
    ALLOW_PRIVATE_NETWORK: '1',
    CRAWL_CONCURRENCY: '4',
  };
  const names = bulkNames(0, BULK_COMPANIES);
  const input = JSON.stringify(names);
  await processes.run(environment, { input, killAt: 20 });
  const { last } = await processes.run(environment, { input });
  expect(last.status).toBe('ended');
  expect(last.rows).toEqual(
    names.map((company_name, at) => ({ company_name, domain: `kasten${at}werke.de` })),
  );
  expect(last.charges).toEqual(names.map(() => 1));
  await web.close();
});
