import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LeadBench, openLeadBench } from '../leads/test-leads.ts';
import { createWebhook } from '../webhooks/endpoints.ts';
import type { Found } from './find-records.ts';
import { notifyHolders } from './notices.ts';
import { parsePerson } from './person-check.ts';

let bench: LeadBench;
beforeAll(async () => {
  bench = await openLeadBench();
});
afterAll(() => bench.close());

it('reach an account that has the person only in uploaded files, which count as their tasks', async () => {
  const { deps } = bench;
  const { db } = deps.database;
  const { id: accountId } = await bench.person();
  await createWebhook(deps, accountId, { name: '', url: 'https://example.com/', events: ['person.erased'] });
  const inFile = (taskId: string, within: string | null): Found => ({
    place: 'Uploaded files',
    accountId,
    within,
    at: null,
    origins: [],
    data: { file: 'Una,una@winery.example' },
    ref: { kind: 'upload', taskId },
    alsoNamed: [],
  });
  const found = [inFile('a', 'Spring fair'), inFile('a', 'Spring fair'), inFile('b', 'una@winery.example')];
  const notices = await notifyHolders(deps, parsePerson(['una@winery.example']), { found, exports: [] });
  expect(notices).toEqual([{ account: expect.stringContaining('@'), webhooks: 1 }]);
  const events = await db.selectFrom('webhook_events').select('data').execute();
  expect(events.map(({ data }) => JSON.parse(data))).toMatchObject([{ tasks: 2, lists: 0, files: 0 }]);
  const mails = await db.selectFrom('due_mails').select('job').execute();
  expect(mails.map(({ job }) => job)).toContainEqual(
    expect.objectContaining({ kind: 'person-erased', where: ['Your task “Spring fair”', 'Your task'] }),
  );
});
