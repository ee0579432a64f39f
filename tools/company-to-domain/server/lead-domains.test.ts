import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { importLeads } from '#server/leads/import/import-leads.ts';
import { type LeadBench, openLeadBench } from '#server/leads/test-leads.ts';
import { WAIT } from '../../../e2e/fixtures/wait.ts';
import { leadKey } from '../engine/lead-key.ts';
import { createLeadDomains } from './lead-domains.ts';

let bench: LeadBench;
const folder = mkdtempSync(join(tmpdir(), 'leadwell-lead-domains-'));
beforeAll(async () => {
  bench = await openLeadBench();
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

it('starts no engine if no leads were ever imported', async () => {
  expect(await createLeadDomains(bench.deps).of(['firm'])).toEqual(new Map());
  expect(bench.deps.warehouse.enginePid()).toBeNull();
});

it('counts the domains of companies, by website or else by email, without public mailboxes', async () => {
  const file = join(folder, 'leads.csv');
  const lead = (n: number, company: string, email: string, website: string) =>
    `First${n},Last${n},CEO,"${company}",${email},c_suite,Law,Germany,${website}`;
  writeFileSync(
    file,
    [
      'First Name,Last Name,Title,Company Name,Email,Seniority,Industry,Country,Website',
      lead(1, 'Müller & Söhne GmbH', 'a@mueller-mail.de', 'http://www.mueller.de/start'),
      lead(2, 'Müller & Söhne', 'b@mueller-mail.de', 'https://mueller.de'),
      lead(3, 'Müller & Söhne GmbH', 'c@mueller-mail.de', ''),
      lead(4, 'Acme, Inc.', 'd@acme.com', ''),
      lead(5, 'Acme', 'e@gmail.com', ''),
    ].join('\n'),
  );
  await importLeads(
    bench.deps,
    {
      file,
      database: 'apollo',
      mode: 'replace',
      preset: null,
      source: 'own',
      licence: 'owned',
      date: null,
      dryRun: false,
      refusedFile: `${file}.refused.csv`,
    },
    { note: () => {}, progress: () => {} },
  );
  const domains = createLeadDomains(bench.deps);
  const keys = [leadKey('Müller & Söhne GmbH'), leadKey('ACME Inc')];
  await vi.waitFor(async () => expect((await domains.of(keys)).size).toBe(2), WAIT);
  expect(Object.fromEntries(await domains.of(keys))).toEqual({
    müllersöhne: [
      { domain: 'mueller.de', leads: 2 },
      { domain: 'mueller-mail.de', leads: 1 },
    ],
    acme: [{ domain: 'acme.com', leads: 1 }],
  });
});
