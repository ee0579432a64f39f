import { describe, expect, it } from 'vitest';
import type { Tool } from '../tool.ts';
import type { LinkedinRow } from './definition.ts';
import { enrich, facts, knownTools, lead, makeRun, portsWith, stepTool } from './run/test-people.ts';

const JANE = {
  name: 'Jane Doe',
  title: 'CEO',
  company: 'Acme',
  email: 'jane@acme.com',
  phone: '+1 2',
  profiles: ['in/jane'],
};
const storeSteps = ({ sources }: LinkedinRow) =>
  Object.fromEntries(sources.map(({ field, step, at }) => [field, `${step} ${at.slice(0, 10)}`]));

async function one(run: Tool<LinkedinRow>, ...entry: Parameters<typeof enrich>[1]) {
  const [outcome] = await enrich(run, entry);
  if (!outcome) throw new Error('The run had no outcome.');
  return outcome;
}

describe('the steps', () => {
  it('take everything from the leads with the URL, with the date of the data', async () => {
    const { row, found, billable } = await one(
      makeRun(portsWith([lead(JANE)])),
      'de.linkedin.com/in/Jane?x=1',
    );
    expect({ found, billable }).toEqual({ found: true, billable: true });
    expect(row).toMatchObject({
      linkedinUrl: 'https://www.linkedin.com/in/jane',
      input: 'de.linkedin.com/in/Jane?x=1',
      name: 'Jane Doe',
      completeness: 100,
      error: null,
    });
    expect(storeSteps(row)).toMatchObject({ name: 'leads 2026-01-01', phone: 'leads 2026-01-01' });
    expect(row.explanation).toBe('Name, company, title, email, phone: Apollo database');
  });

  it('fill gaps from older leads of the same person, then by domain and email', async () => {
    const run = makeRun(
      portsWith([
        lead({ ...JANE, email: null, phone: null }, '2026-02-01'),
        lead({ name: 'Jane M. Doe', title: 'Intern', phone: '+1 9', profiles: ['in/jane'] }, '2025-01-01'),
      ]),
      knownTools({ domains: { Acme: 'acme.com' }, emails: { 'Jane Doe acme.com': 'jd@acme.com' } }),
    );
    const { row } = await one(run, 'linkedin.com/in/jane');
    expect(row).toMatchObject({
      title: 'CEO',
      phone: '+1 9',
      email: 'jd@acme.com',
      companyDomain: 'acme.com',
    });
    expect(storeSteps(row)).toEqual({
      name: 'leads 2026-02-01',
      company: 'leads 2026-02-01',
      title: 'leads 2026-02-01',
      phone: 'leads 2025-01-01',
      companyDomain: 'company-domain 2026-11-22',
      email: 'email 2026-11-22',
    });
  });

  it('never show a guess as an email', async () => {
    const run = makeRun(
      portsWith([lead({ ...JANE, email: null, website: 'https://acme.com' })]),
      knownTools({}),
    );
    const { row } = await one(run, 'linkedin.com/in/jane');
    expect(row).toMatchObject({ email: null, completeness: 75, companyDomain: 'acme.com' });
    expect(row.notes).toEqual([
      { step: 'email', text: 'No verified email. The mailbox is missing. Best guess: guess@acme.com' },
    ]);
  });

  it('look up the domain of colleagues once, and no email without a whole name and a company', async () => {
    const seen: string[] = [];
    const domains = stepTool('company-to-domain', (input) => {
      seen.push(input);
      return { row: { domain: null, explanation: 'No website fits' } };
    });
    const people = ['a', 'b'].map((slug) =>
      lead({ name: `Jane ${slug}b`, company: 'Acme', profiles: [`in/${slug}`] }),
    );
    const others = [
      lead({ name: 'Jane', company: 'Acme', profiles: ['in/c'] }),
      lead({ name: 'Jane Doe', company: 'Freelance', profiles: ['in/d'] }),
    ];
    const run = makeRun(portsWith([...people, ...others]), new Map([['company-to-domain', domains]]));
    await enrich(
      run,
      ['a', 'b', 'c', 'd'].map((slug) => `linkedin.com/in/${slug}`),
    );
    expect(seen).toEqual(['Acme']);
  });

  it('send no requests to LinkedIn for people who work there', async () => {
    const seen: string[] = [];
    const tool = (type: 'company-to-domain' | 'csv-extraction') =>
      stepTool(type, (input) => {
        seen.push(input);
        return { row: { domain: null, verified_email: null, best_guess: null, explanation: 'Nothing' } };
      });
    const tools = new Map([
      ['company-to-domain', tool('company-to-domain')],
      ['csv-extraction', tool('csv-extraction')],
    ] as const);
    const people = [
      'LinkedIn',
      'LinkedIn Learning',
      'LinkedIn Ireland Unlimited Company',
      'Linkedin.com',
      '{Linked In}',
    ].map((company, index) =>
      lead({ name: `Jane ${'ABCDE'[index]}doe`, company, profiles: [`in/p${index}`] }),
    );
    const short = lead({
      name: 'Jane Fdoe',
      company: 'Kestrel',
      website: 'https://lnkd.in',
      profiles: ['in/p9'],
    });
    const outcomes = await enrich(
      makeRun(portsWith([...people, short]), tools),
      ['p0', 'p1', 'p2', 'p3', 'p4', 'p9'].map((slug) => `linkedin.com/in/${slug}`),
    );
    expect(outcomes).toHaveLength(6);
    // A short link is not the domain of a company, so it is looked up by its name.
    expect(seen).toEqual(['Kestrel']);
    seen.splice(0);
    const other = lead({ name: 'Jane Gdoe', company: 'LinkedInsight Ltd', profiles: ['in/p8'] });
    await enrich(makeRun(portsWith([other]), tools), ['linkedin.com/in/p8']);
    expect(seen).toEqual(['LinkedInsight Ltd']);
  });

  it('run in the configured order, and only those that are configured', async () => {
    const ports = portsWith([lead({ ...JANE, title: 'From leads' })]);
    const page = facts({ name: 'Jane Doe', title: 'From page', profiles: ['in/jane'] });
    const entry = { linkedinUrl: 'linkedin.com/in/jane', page: { ...page, profiles: ['in/jane'] } };
    expect((await one(makeRun(ports), entry)).row.title).toBe('From leads');
    expect((await one(makeRun(ports, new Map(), { steps: ['page', 'leads'] }), entry)).row.title).toBe(
      'From page',
    );
    const { row, billable } = await one(makeRun(ports, new Map(), { steps: ['page'] }), entry);
    // The user's own page is no service of ours.
    expect({ title: row.title, phone: row.phone, billable }).toEqual({
      title: 'From page',
      phone: null,
      billable: false,
    });
  });
});

describe('a wrong person', () => {
  it.each([
    ['a lead of another name than the list has', { name: 'Mary Roe' }, [lead(JANE)]],
    ['leads that name two people', {}, [lead(JANE), lead({ ...JANE, name: 'Mary Roe' })]],
  ])('is left out: %s', async (_what, hints, leads) => {
    const { row, found, billable } = await one(makeRun(portsWith(leads)), {
      linkedinUrl: 'linkedin.com/in/jane',
      ...hints,
    });
    expect({ found, billable }).toEqual({ found: false, billable: false });
    expect(row).toMatchObject({ name: null, email: null, completeness: 0, error: 'No data found' });
    expect(row.explanation).toContain('Not used');
  });

  it('is told apart by the name of the list, nicknames included', async () => {
    const leads = [
      lead({ ...JANE, name: 'William Doe', email: 'b.doe@acme.com' }),
      lead({ ...JANE, name: 'Mary Roe', email: 'm@x.com' }),
    ];
    const { row } = await one(makeRun(portsWith(leads)), {
      linkedinUrl: 'linkedin.com/in/jane',
      name: 'Bill Doe',
    });
    expect(row).toMatchObject({ name: 'William Doe', email: 'b.doe@acme.com' });
  });

  const byName = (...leads: Parameters<typeof portsWith>[0]) =>
    one(makeRun(portsWith(leads)), {
      linkedinUrl: 'linkedin.com/in/jane-2',
      name: 'Jane Doe',
      company: 'Acme GmbH',
    });

  it('is never found by name and company, unless exactly one person fits', async () => {
    const unique = await byName(
      lead({ ...JANE, profiles: [] }),
      lead({ ...JANE, company: 'Beta', profiles: [] }),
    );
    expect(unique.row).toMatchObject({ email: 'jane@acme.com', company: 'Acme' });
    expect(storeSteps(unique.row)).toMatchObject({ email: 'leads-by-name 2026-01-01' });
    // The same person in two databases.
    const twice = await byName(
      lead({ ...JANE, profiles: [] }),
      lead({ ...JANE, profiles: [], phone: '+1 3' }),
    );
    expect(twice.row).toMatchObject({ email: 'jane@acme.com' });
    const opaque = await byName(lead({ ...JANE, profiles: ['id/ACwAAAB1'] }));
    expect(opaque.row).toMatchObject({ email: 'jane@acme.com' });
  });

  it.each([
    [
      'two namesakes at the company',
      [lead({ ...JANE, profiles: [] }), lead({ ...JANE, profiles: [], email: 'jd2@acme.com' })],
    ],
    ['a namesake with another profile', [lead({ ...JANE, profiles: ['in/jane-1'] })]],
    [
      'a namesake with another profile beside one without',
      [lead({ ...JANE, profiles: ['in/jane-1'], email: 'a@acme.com' }), lead({ ...JANE, profiles: [] })],
    ],
    [
      'a namesake at a company of another legal form',
      [lead({ ...JANE, profiles: [], company: 'Acme, Inc.' })],
    ],
    ['a namesake at another company', [lead({ ...JANE, profiles: [], company: 'Acme Media' })]],
  ])('is left out: %s', async (_what, leads) => {
    const { row, found } = await byName(...leads);
    expect(found).toBe(false);
    expect(row).toMatchObject({ name: null, company: null, email: null, completeness: 0 });
  });

  it('lends no title or email of another job', async () => {
    const leads = [
      lead({ ...JANE, email: null, title: null }, '2026-02-01'),
      lead(
        { ...JANE, company: 'Old Inc', email: 'jane@old.com', title: 'Intern', phone: '+1 7' },
        '2024-01-01',
      ),
    ];
    const { row } = await one(makeRun(portsWith(leads)), 'linkedin.com/in/jane');
    expect(row).toMatchObject({ company: 'Acme', title: null, email: null });
    expect(row.notes[0]?.text).toContain('another company: Old Inc');
  });
});

describe('rows without data', () => {
  it.each([
    ['linkedin.com/company/acme', 'company page'],
    ['https://www.linkedin.com/posts/jane_x', 'post'],
    ['hello', "isn't a LinkedIn URL"],
    ['x'.repeat(2000), "isn't a LinkedIn URL"],
  ])('say why %.30s is no profile, for free', async (written, reason) => {
    const { row, failed, billable } = await one(makeRun(portsWith([])), written);
    expect({ failed, billable }).toEqual({ failed: true, billable: false });
    expect(row).toMatchObject({
      linkedinUrl: written,
      completeness: 0,
      error: expect.stringContaining(reason),
    });
  });

  it('are no failure if nobody knows the person', async () => {
    const { row, failed, billable } = await one(makeRun(portsWith([])), 'linkedin.com/in/nobody');
    expect({ failed, billable }).toEqual({ failed: false, billable: false });
    expect(row).toMatchObject({
      error: 'No data found',
      explanation: 'None of our sources knows this profile',
    });
  });

  it('say that data of someone else was found, also if later steps found nothing', async () => {
    const tools = knownTools({});
    const { row } = await one(makeRun(portsWith([lead(JANE)]), tools), {
      linkedinUrl: 'linkedin.com/in/jane',
      name: 'Mary Roe',
      company: 'Beta',
    });
    expect(row.notes.at(-1)?.step).toBe('company-domain');
    expect(row.explanation).toBe('Not used: the lead databases name Jane Doe for this profile');
  });

  it('are free with a saved page, also if its company has a domain', async () => {
    const page = { ...facts({ name: 'Jane', company: 'Acme' }), profiles: [] };
    const run = makeRun(portsWith([]), knownTools({ domains: { Acme: 'acme.com' } }));
    const entry = { linkedinUrl: 'linkedin.com/in/a', name: 'Jane Doe', page };
    expect(await one(run, entry)).toMatchObject({ found: true, billable: false });
  });

  it('have no domain of the list’s company alone, which says nothing about the person', async () => {
    const run = makeRun(portsWith([]), knownTools({ domains: { Acme: 'acme.com' } }));
    const { row, found, billable } = await one(run, {
      linkedinUrl: 'linkedin.com/in/a',
      name: 'Jane Doe',
      company: 'Acme',
    });
    expect({ found, billable }).toEqual({ found: false, billable: false });
    expect(row).toMatchObject({ completeness: 0, name: null, companyDomain: null, sources: [] });
    expect(row.explanation).toBe('None of our sources knows this profile');
  });

  it('have no name of the list alone', async () => {
    const { row, found } = await one(makeRun(portsWith([])), {
      linkedinUrl: 'linkedin.com/in/a',
      name: 'Jane Doe',
      company: 'X',
    });
    expect({ found, name: row.name, completeness: row.completeness }).toEqual({
      found: false,
      name: null,
      completeness: 0,
    });
  });

  it('are our failure if a source was down, and keep what others found', async () => {
    const ports = portsWith([]);
    const failed = { failed: true as const, reason: "The lead databases couldn't be searched" };
    const down = { ...ports, leads: { byProfile: async () => failed, byName: async () => failed } };
    const nothing = await one(makeRun(down), 'linkedin.com/in/jane');
    expect(nothing).toMatchObject({ found: false, failed: true, billable: false });
    expect(nothing.row).toMatchObject({ error: 'Processing failed', explanation: failed.reason });
    const page = { ...facts({ name: 'Jane Doe' }), profiles: [] };
    const some = await one(makeRun(down), { linkedinUrl: 'linkedin.com/in/jane', page });
    expect(some).toMatchObject({ found: true, failed: false });
    expect(some.row.notes).toContainEqual({ step: 'leads', text: failed.reason });
  });

  it('have nothing of people who opted out, by profile or by an email that was found', async () => {
    const listed = ['https://www.linkedin.com/in/joe', 'jane@acme.com'];
    const outcomes = await enrich(
      makeRun(portsWith([lead(JANE), lead({ ...JANE, profiles: ['in/joe'] })], listed)),
      ['linkedin.com/in/joe', 'linkedin.com/in/jane'],
    );
    for (const { row, found, billable } of outcomes) {
      expect({ found, billable }).toEqual({ found: false, billable: false });
      expect(row).toMatchObject({
        name: null,
        email: null,
        explanation: 'This person asked not to be listed',
      });
    }
  });

  it('end with the run that is stopped', async () => {
    const stop = new AbortController();
    const tools = new Map([
      [
        'company-to-domain',
        stepTool('company-to-domain', () => {
          stop.abort();
          return { row: { domain: null, explanation: '' } };
        }),
      ],
    ]);
    const run = makeRun(portsWith([lead({ ...JANE, email: null })]), tools);
    const rows = [];
    for await (const outcome of run.run([{ position: 0, input: 'linkedin.com/in/jane' }], stop.signal))
      rows.push(outcome);
    expect(rows).toEqual([]);
  });
});

describe('an error that a step throws', () => {
  it.each([
    ['the first one', { ...portsWith([]), leads: { ...portsWith([]).leads, byProfile: broken } }, undefined],
    [
      'a later one, when other rows are done',
      portsWith([lead(JANE), lead({ ...JANE, email: null, profiles: ['in/joe'] })]),
      new Map([['company-to-domain', stepTool('company-to-domain', broken)]] as const),
    ],
  ])('in %s ends the run, and is the only rejection', async (_, ports, tools) => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      const run = makeRun(ports, tools);
      await expect(enrich(run, ['linkedin.com/in/jane', 'linkedin.com/in/joe'])).rejects.toThrow('broken');
      await new Promise(setImmediate);
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  });
});

function broken(): never {
  throw new Error('broken');
}
