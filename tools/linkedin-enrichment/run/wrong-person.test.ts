import { describe, expect, it } from 'vitest';
import { enrich, facts, knownTools, lead, makeRun, portsWith } from './test-people.ts';

const JANE = {
  name: 'Jane Doe',
  title: 'CEO',
  company: 'Acme',
  email: 'jane@acme.com',
  phone: '+1 2',
  profiles: ['in/jane'],
};
const URL = 'linkedin.com/in/jane';
type Entry = Parameters<typeof enrich>[1][number];
type Leads = Parameters<typeof portsWith>[0];

async function runRow(leads: Leads, entry: Entry = URL, optedOut: string[] = [], tools = knownTools({})) {
  const [outcome] = await enrich(makeRun(portsWith(leads, optedOut), tools), [entry]);
  if (!outcome) throw new Error('The run had no outcome.');
  return outcome.row;
}

describe('sources that agree with the first one, but not with each other', () => {
  it('are not used if they are leads with the same URL', async () => {
    const row = await runRow([
      lead({ ...JANE, name: 'J. Doe', email: null, phone: null }, '2026-03-01'),
      lead({ ...JANE, name: 'Jane Doe' }),
      lead({ ...JANE, name: 'John Doe', phone: '+1 9' }),
    ]);
    expect(row).toMatchObject({ completeness: 0, phone: null });
    expect(row.explanation).toContain('name different people');
  });

  it('are compared with every name that was accepted, and with the name of the list', async () => {
    const page = facts({ ...JANE, name: 'John Doe', email: null, phone: '+1 9' });
    const short = lead({ ...JANE, name: 'J. Doe', phone: null });
    const hinted = await runRow([short], {
      linkedinUrl: URL,
      name: 'Jane Doe',
      page: { ...page, profiles: [] },
    });
    expect(hinted).toMatchObject({ name: 'J. Doe', phone: null });
  });
});

describe('values of a lead', () => {
  it('have no email in the name of someone else, nor the phone beside it', async () => {
    const row = await runRow([lead({ ...JANE, email: 'mary.roe@acme.com' })]);
    expect(row).toMatchObject({ name: 'Jane Doe', title: 'CEO', email: null, phone: null });
    expect(row.notes[0]?.text).toBe(
      'The email and phone of Apollo database are not used: the email is in another name',
    );
  });

  it('have no phone of an earlier job', async () => {
    const row = await runRow([
      lead({ ...JANE, phone: null }, '2026-02-01'),
      lead({ ...JANE, company: 'Old Inc', phone: '+1 7' }, '2024-01-01'),
    ]);
    expect(row).toMatchObject({ company: 'Acme', phone: null });
  });
});

describe('a lead of the same name and company', () => {
  const HINTED = { linkedinUrl: URL, name: 'Jane Doe', company: 'Acme' };

  it('with another email is a namesake', async () => {
    const page = { ...facts({ name: 'Jane Doe', company: 'Acme', email: 'jane@acme.com' }), profiles: [] };
    const run = makeRun(
      portsWith([lead({ ...JANE, profiles: [], email: 'jane.doe@acme.com', phone: '+1 9' })]),
      new Map(),
      { steps: ['page', 'leads-by-name'] },
    );
    const [outcome] = await enrich(run, [{ linkedinUrl: URL, page }]);
    expect(outcome?.row).toMatchObject({ email: 'jane@acme.com', phone: null });
    expect(outcome?.row.notes[0]?.text).toContain('another email');
  });

  it('with another profile is a namesake, also if both share a mailbox', async () => {
    const shared = { ...JANE, email: 'info@acme.com' };
    const row = await runRow([
      lead({ ...shared, phone: null }),
      lead({ ...shared, phone: '+1 9', profiles: ['in/jane-2'] }),
    ]);
    expect(row).toMatchObject({ name: 'Jane Doe', phone: null });
  });

  it('is no reason to look for an email, which could be of either', async () => {
    const tools = knownTools({
      domains: { Acme: 'acme.com' },
      emails: { 'Jane Doe acme.com': 'jane.doe@acme.com' },
    });
    const namesake = lead({ ...JANE, email: 'jane.doe@acme.com', profiles: ['in/jane-2'] });
    const own = { ...JANE, email: null };
    expect(await runRow([lead(own)], HINTED, [], tools)).toMatchObject({ email: 'jane.doe@acme.com' });
    const row = await runRow([lead(own), namesake], HINTED, [], tools);
    expect(row).toMatchObject({ name: 'Jane Doe', email: null });
    expect(row.notes.at(-1)).toEqual({
      step: 'email',
      text: 'Not looked for: the lead databases have another Jane Doe at this company, and the email could be theirs',
    });
  });
});

describe('a person who opted out', () => {
  it.each<[string, string[], Entry, Leads]>([
    [
      'by the public profile that a member id belongs to',
      ['https://www.linkedin.com/in/jane'],
      {
        linkedinUrl: 'linkedin.com/in/ACwAAAB1cd2EFgh3ijKLmn4opQRst5uvWXyz678',
        page: { ...facts({ name: 'Jane Doe' }), profiles: ['in/jane'] },
      },
      [],
    ],
    [
      'by an email that was found, but is not in the row',
      ['jane@acme.com'],
      URL,
      [lead({ ...JANE, email: 'j@acme.com' }, '2026-03-01'), lead({ ...JANE, phone: '+1 3' })],
    ],
    [
      'by an email that is only a guess',
      ['guess@acme.com'],
      URL,
      [lead({ ...JANE, email: null, website: 'https://acme.com' })],
    ],
  ])('has no data: %s', async (_what, optedOut, entry, leads) => {
    const row = await runRow(leads, entry, optedOut);
    expect(row).toMatchObject({
      name: null,
      completeness: 0,
      explanation: 'This person asked not to be listed',
    });
    expect(JSON.stringify(row)).not.toContain('guess@');
  });
});
