import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type LeadBench, loadWideLeads, openLeadBench } from './test-leads.ts';

/** More bytes in one query than the buffers between the engine and an export hold. */
const LEADS = 12_000;
/** More than the engine has connections. */
const EXPORTS = 6;
const ALL = { excludeJobTitles: ['nothing like this'] };
let bench: LeadBench;
beforeAll(async () => {
  bench = await openLeadBench();
  await loadWideLeads(bench, LEADS);
}, 180_000);
afterEach(() => vi.restoreAllMocks());
afterAll(() => bench.close());

it('more exports at once than the engine has connections all end, and others can search meanwhile', async () => {
  const { warehouse } = bench.deps;
  const { bytes } = warehouse;
  const allRead = Promise.withResolvers<void>();
  let reads = 0;
  vi.spyOn(warehouse, 'bytes').mockImplementation(async function* (statement, format, options) {
    if (format === 'CSV') {
      reads += 1;
      if (reads === EXPORTS) allRead.resolve();
      await allRead.promise;
    }
    yield* bytes(statement, format, options);
  });
  const other = await bench.person();
  const files = [];
  for (let count = 0; count < EXPORTS; count += 1) {
    const person = await bench.person({ credits: LEADS });
    files.push(
      person
        .file('leadrocks', ALL)
        .then((response) => response.text())
        .then((text) => text.split('\r\n').length - 2),
    );
  }
  await allRead.promise;
  const search = await other.call('leadrocks', { action: 'count', filters: { includeJobTitles: ['CTO'] } });
  expect(search).toMatchObject({ status: 200, body: { count: LEADS } });
  expect(await Promise.all(files)).toEqual(Array.from({ length: EXPORTS }, () => LEADS));
});
