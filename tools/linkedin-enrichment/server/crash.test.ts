import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeTestProcesses, type Progress } from '#server/tasks/test-process.ts';

interface Report extends Progress {
  status?: string;
  names?: (string | null)[];
  charges?: number[];
}

const processes = makeTestProcesses<Report>(`
  await report({ processed: 0 });
  await open(async () => ({ type: 'linkedin-enrichment', inputs: JSON.parse(input), attach: async () => {} }));
  await startWorker(deps);
  await watch();
  const items = await db.selectFrom('task_items').select(['row', 'charge']).orderBy('position').execute();
  const names = items.map(({ row }) => row?.name ?? null);
  await report({ status: 'ended', processed: items.length, names, charges: items.map(({ charge }) => charge) });
`);
const folder = mkdtempSync(join(tmpdir(), 'leadwell-linkedin-crash-'));

afterAll(() => {
  processes.close();
  rmSync(folder, { recursive: true, force: true });
});

it('a killed server finishes each profile once, and charges only those with data, once', async () => {
  // Every tenth person is unknown.
  const provider = createServer((request, response) => {
    const slug = new URL(request.url ?? '', 'http://x').searchParams.get('slug') ?? '';
    const isKnown = !slug.endsWith('0');
    response
      .writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' })
      .end(isKnown ? JSON.stringify({ '@type': 'Person', name: `Ada ${slug}` }) : '{}');
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as { port: number };
  const environment = {
    DATA_DIR: folder,
    ALLOW_PRIVATE_NETWORK: '1',
    LINKEDIN_STEPS: 'leads,provider',
    PROFILE_PROVIDER_URL: `http://127.0.0.1:${port}/?slug={slug}`,
  };
  const slugs = Array.from({ length: 300 }, (_, n) => `ada-${n}`);
  const input = JSON.stringify(slugs.map((slug) => `linkedin.com/in/${slug}`));
  await processes.run(environment, { input, killAt: 20 });
  const { last } = await processes.run(environment, { input });
  expect(last.status).toBe('ended');
  expect(last.names).toEqual(slugs.map((slug) => (slug.endsWith('0') ? null : `Ada ${slug}`)));
  expect(last.charges).toEqual(slugs.map((slug) => (slug.endsWith('0') ? 0 : 1)));
  provider.closeAllConnections();
  provider.close();
});
