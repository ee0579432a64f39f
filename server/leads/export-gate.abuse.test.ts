// On PostgreSQL: the gate reads the locked row of the account.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { loadLeads } from './load-leads.ts';
import { type LeadBench, openLeadBench, openWithoutSamples, type Searcher } from './test-leads.ts';

let bench: LeadBench;
beforeAll(async () => {
  bench = await openLeadBench({ TRIAL_REQUIRES_CARD: '1' });
  const { leadSearch, warehouse } = bench.deps;
  // Sample leads are free.
  await openWithoutSamples(bench, 'apollo');
  await loadLeads(warehouse, {
    database: 'apollo',
    mode: 'replace',
    columns: ['first_name', 'title', 'email'],
    rows: [
      ['Ann', 'Head of Legal', 'ann@acme.example'],
      ['Ben', 'Head of Legal', ''],
      ['Cal', 'Head of Sales', 'cal@acme.example'],
    ],
  });
  leadSearch.invalidate('apollo');
});
afterAll(() => bench.close());

const FILTERS = { includeJobTitles: ['head of legal'], hasEmail: true };

async function set(person: Searcher, values: { has_payment_method?: boolean; email_confirmed_at?: Date }) {
  await bench.deps.database.db.updateTable('accounts').set(values).where('id', '=', person.id).execute();
}

/** Exports in both formats. Returns the reasons of the denials. */
async function exportBoth(person: Searcher) {
  const file = await person.file('apollo', FILTERS);
  const json = await person.call('apollo', { action: 'export', filters: FILTERS });
  const csv = file.status === 200 ? null : ((await file.json()) as typeof json.body);
  if (file.status === 200) await file.text();
  return {
    statuses: [file.status, json.status],
    errors: [csv?.error, json.body.error],
  };
}

describe('an export where a card is required', () => {
  it('needs a confirmed address and a card, like every other charge', async () => {
    const person = await bench.person({ credits: 10_000 });
    const first = await exportBoth(person);
    expect(first.statuses).toEqual([402, 402]);
    expect(first.errors).toMatchObject([
      {
        message: 'Confirm your email address in the settings to start your trial of Unlimited.',
        details: { reason: 'email_unconfirmed', checkout: null },
      },
      {},
    ]);
    await set(person, { email_confirmed_at: new Date() });
    const second = await exportBoth(person);
    expect(second.statuses).toEqual([402, 402]);
    expect(second.errors).toMatchObject([
      { message: MESSAGES.gate.cardNeeded, details: { reason: 'no_payment_method', checkout: 'trial' } },
      { message: MESSAGES.gate.cardNeeded },
    ]);
    expect(await person.account()).toMatchObject({ credits: 10_000, monthlyExports: 0 });
    await set(person, { has_payment_method: true });
    expect((await exportBoth(person)).statuses).toEqual([200, 200]);
    expect((await person.account()).credits).toBeLessThan(10_000);
  });

  it('needs an unexpired trial and credits', async () => {
    const spent = await bench.person({ credits: 0 });
    await set(spent, { has_payment_method: true, email_confirmed_at: new Date() });
    expect((await exportBoth(spent)).errors).toMatchObject([
      { message: MESSAGES.gate.noCredits },
      { message: MESSAGES.gate.noCredits },
    ]);
  });
});
