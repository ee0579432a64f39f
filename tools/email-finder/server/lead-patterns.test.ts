import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PeopleDatabase } from '#contract/leads.ts';
import { importLeads } from '#server/leads/import/import-leads.ts';
import { ensureTables } from '#server/leads/lead-tables.ts';
import { loadSamples } from '#server/leads/load-samples.ts';
import { type LeadBench, openLeadBench } from '#server/leads/test-leads.ts';
import { WAIT } from '../../../e2e/fixtures/wait.ts';
import { createStoredMemory } from './email-memory.ts';
import { createLeadPatterns } from './lead-patterns.ts';

let bench: LeadBench;
const folder = mkdtempSync(join(tmpdir(), 'leadwell-lead-patterns-'));
beforeAll(async () => {
  bench = await openLeadBench();
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

async function load(database: PeopleDatabase, content: string): Promise<void> {
  bench.deps.clock.advance(1000);
  const file = join(folder, 'leads.csv');
  writeFileSync(file, content);
  await importLeads(
    bench.deps,
    {
      file,
      database,
      mode: 'replace',
      preset: null,
      source: "the operator's own list",
      licence: 'owned',
      date: null,
      dryRun: false,
      refusedFile: `${file}.refused.csv`,
    },
    { note: () => {}, progress: () => {} },
  );
}

/** The patterns of domains, after the leads are counted. */
async function learned(...domains: string[]): Promise<object> {
  const patterns = createLeadPatterns(bench.deps);
  await vi.waitFor(async () => expect((await patterns.of(domains)).size).toBeGreaterThan(0), WAIT);
  return Object.fromEntries(await patterns.of(domains));
}

const APOLLO = 'First Name,Last Name,Title,Company Name,Email,Seniority,Industry,Country';
const lead = (first: string, last: string, email: string) =>
  `${first},${last},CEO,Firm,${email},c_suite,Law,Germany`;

describe('the patterns of imported leads', () => {
  it('start no engine if no leads were ever imported', async () => {
    expect(await createLeadPatterns(bench.deps).of(['firm.de'])).toEqual(new Map());
    expect(bench.deps.warehouse.enginePid()).toBeNull();
    expect(existsSync(`${bench.deps.config.DATA_DIR}/warehouse`)).toBe(false);
  });

  it('ignore sample rows', async () => {
    const { warehouse, clock } = bench.deps;
    await ensureTables(warehouse, 'apollo');
    await loadSamples(warehouse, clock, 'apollo');
    expect(await createLeadPatterns(bench.deps).of(['example.com'])).toEqual(new Map());
  });

  it('are counted by domain, without ambiguous names', async () => {
    await load(
      'apollo',
      [
        APOLLO,
        lead('Jane', 'Miller', 'JMiller@firm.de'),
        lead('Joe', 'Doe', 'jdoe+news@firm.de'),
        lead('Ann', 'Lee', 'ann.lee@firm.de'),
        lead('Ann', 'Lee', 'info@firm.de'),
        lead('Jürgen', 'Groß', 'jgross@firm.de'),
        lead('Mary Jane', 'Watson', 'mwatson@firm.de'),
        lead('Jo', 'Ho', 'jo@other.com'),
      ].join('\n'),
    );
    await load(
      'leadrocks',
      'Linked Url,Full Name,Job Title,Company,Work Email #1\nx,Kim Park,CEO,Firm,kpark@firm.de\ny,Ana de Souza,CEO,Firm,adesouza@firm.de\n',
    );
    await vi.waitFor(
      async () =>
        expect(await learned('firm.de', 'other.com', 'unknown.com')).toEqual({
          'firm.de': { flast: 3, 'first.last': 1 },
          'other.com': { first: 1 },
          'unknown.com': {},
        }),
      WAIT,
    );
  });

  it('add to patterns from mail servers', async () => {
    const memory = createStoredMemory(bench.deps);
    await memory.remember([
      {
        kind: 'address',
        address: 'ann.lee@firm.de',
        domain: 'firm.de',
        pattern: 'first.last',
        status: 'deliverable',
        reason: 'accepted',
        mailHost: 'mx.firm.de',
      },
    ]);
    await vi.waitFor(
      async () => expect((await memory.domain('firm.de')).patterns).toEqual({ flast: 3, 'first.last': 2 }),
      WAIT,
    );
  });

  it('of many leads count as twenty, and go with the import they are of', async () => {
    const people = Array.from({ length: 40 }, (_, n) => {
      const name = `p${'abcdefghij'[n % 10]}${'klmn'[Math.floor(n / 10)]}`;
      return lead(name, 'Smith', n < 30 ? `${name}.smith@large.com` : `${name}@large.com`);
    });
    await load('apollo', [APOLLO, ...people].join('\n'));
    await vi.waitFor(
      async () =>
        expect(await learned('large.com', 'other.com')).toMatchObject({
          'large.com': { 'first.last': 15, first: 5 },
          'other.com': {},
        }),
      WAIT,
    );
  });

  it('never fail a task if the engine is unavailable', async () => {
    const rows = async () => {
      throw new Error('The engine is away.');
    };
    const patterns = createLeadPatterns({ ...bench.deps, warehouse: { ...bench.deps.warehouse, rows } });
    expect(await patterns.of(['firm.de'])).toEqual(new Map());
  });
});
