import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startFakeDns } from '../../e2e/fixtures/fake-dns.ts';
import { htmlPage } from '../../e2e/fixtures/fake-site.ts';
import { startFakeWeb } from '../../e2e/fixtures/fake-web.ts';
import { createOrderLearner } from './engine/learn-order.ts';
import type { CompanyPorts, KnownCompany, Logo } from './run/ports.ts';
import { type CompanyBench, openCompanyBench, type TestName } from './run/test-companies.ts';

let bench: CompanyBench;
beforeAll(async () => {
  bench = await openCompanyBench();
});
afterEach(() => bench.closeRuns());
afterAll(() => bench.close());

const make: CompanyBench['make'] = (...args) => bench.make(...args);
const find: CompanyBench['find'] = (...args) => bench.find(...args);
const one: CompanyBench['one'] = (...args) => bench.one(...args);

function knows(known: KnownCompany): Pick<CompanyPorts, 'known'> {
  return { known: { lookUp: async (keys) => keys.map(() => known) } };
}

describe('the steps', () => {
  it('find a domain made from the name, with evidence and the other domains', async () => {
    const { row, found, billable } = await one(['Nordlicht Logistik GmbH']);
    expect({ found, billable }).toEqual({ found: true, billable: true });
    expect(row).toMatchObject({ domain: 'nordlicht-logistik.de', source: 'website', error: null });
    expect(row.confidence).toBeGreaterThan(90);
    expect(row.evidence.map(({ source }) => source)).toEqual(
      expect.arrayContaining(['json-ld', 'legal-form']),
    );
    expect(row.runners_up).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ domain: 'nordlichtlogistik.com', reason: 'The domain is for sale' }),
      ]),
    );
  });

  it('trust the operator’s table without a visit', async () => {
    const tool = make(
      {},
      knows({
        operator: [{ name: 'Nordlicht Logistik', domain: 'own-domain.de', country: null }],
        leads: [],
        presets: [],
      }),
    );
    const { row } = await one(['Nordlicht Logistik GmbH'], tool);
    expect(row).toMatchObject({ domain: 'own-domain.de', source: 'operator', confidence: 99 });
    expect(bench.web.log('own-domain.de').requests).toHaveLength(0);
  });

  it('choose the country’s row of the operator’s table', async () => {
    const operator = [
      { name: 'Acme', domain: 'acme.fr', country: 'FR' },
      { name: 'Acme', domain: 'acme.de', country: 'DE' },
    ];
    const tool = make({}, knows({ operator, leads: [], presets: [] }));
    const rows = await find(
      [
        { company_name: 'Acme', country: 'Germany' },
        { company_name: 'Acme', country: 'france' },
      ],
      tool,
    );
    expect(rows.map(({ row }) => row.domain)).toEqual(['acme.de', 'acme.fr']);
  });

  it('choose the legal form’s row of the operator’s table', async () => {
    const operator = [
      { name: 'Doppel AG', domain: 'doppel.de', country: 'DE' },
      { name: 'Doppel Inc.', domain: 'doppel.com', country: 'US' },
    ];
    const tool = make({}, knows({ operator, leads: [], presets: [] }));
    const rows = await find(['Doppel AG', 'DOPPEL INC', 'Doppel GmbH'], tool);
    expect(rows.map(({ row }) => [row.domain, row.confidence])).toEqual([
      ['doppel.de', 99],
      ['doppel.com', 99],
      ['doppel.de', 99],
    ]);
  });

  it('look at the page if the operator’s table has only a company of another country or legal form', async () => {
    const row = (name: string, country: string | null) =>
      knows({ operator: [{ name, domain: 'own-domain.de', country }], leads: [], presets: [] });
    const domainOf = async (name: TestName, known: Pick<CompanyPorts, 'known'>) =>
      (await one([name], make({}, known))).row.domain;
    const here = { company_name: 'Nordlicht Logistik GmbH', country: 'DE' };
    expect(await domainOf(here, row('Nordlicht Logistik Inc.', 'US'))).toBe('nordlicht-logistik.de');
    expect(await domainOf(here, row('Nordlicht Logistik GmbH', 'AT'))).toBe('nordlicht-logistik.de');
    expect(await domainOf(here.company_name, row('Nordlicht Logistik Inc.', null))).toBe(
      'nordlicht-logistik.de',
    );
    expect(await domainOf(here.company_name, row('Nordlicht Logistik', 'US'))).toBe('nordlicht-logistik.de');
    expect(await domainOf(here, row('Nordlicht Logistik', 'DE'))).toBe('own-domain.de');
    expect(await domainOf(here.company_name, row('Nordlicht Logistik AG', null))).toBe('own-domain.de');
  });

  it('believe many leads, and look at the page for a few', async () => {
    const leads = (count: number) =>
      knows({ operator: [], leads: [{ domain: 'leadwerk-gruppe.de', leads: count }], presets: [] });
    expect((await one(['Leadwerk AG'], make({}, leads(9)))).row).toMatchObject({
      domain: 'leadwerk-gruppe.de',
      source: 'leads',
    });
    expect((await one(['Leadwerk AG'], make({}, leads(1)))).row).toMatchObject({
      domain: null,
      error: 'No domain found',
    });
  });

  it('believe no leads against a page that is of another company', async () => {
    const leads = (domain: string) => knows({ operator: [], leads: [{ domain, leads: 9 }], presets: [] });
    const namesake = await one(
      [{ company_name: 'Quarzwerk GmbH', country: 'DE' }],
      make({}, leads('quarzwerk-holding.com')),
    );
    expect(namesake).toMatchObject({ found: false, billable: false, row: { domain: null } });
    const other = await one(['Turmwerk AG'], make({}, leads('turmwerk.org')));
    expect(other).toMatchObject({ found: false, billable: false, row: { domain: null } });
    // A page that wasn't read says nothing.
    const unread = await one(['Sperrwerk'], make({}, leads('sperrwerk.com')));
    expect(unread.row).toMatchObject({ domain: 'sperrwerk.com', source: 'leads' });
  });

  it('send no request to LinkedIn, also not after a redirect', async () => {
    const [every, page] = await find(['Profilwerk', 'Seitenwerk']);
    expect([every!.row.domain, page!.row.domain]).toEqual([null, null]);
    expect(bench.web.log('profilwerk.com').requests.map(({ path }) => path)).toContain('/robots.txt');
    expect(bench.web.log('seitenwerk.com').requests.map(({ path }) => path)).toContain('/');
    await one(['LinkedIn Learning']);
    expect(bench.web.log('linkedin.com').requests).toEqual([]);
  });

  it('confirm the index on the homepage', async () => {
    const [known, taken] = await find([
      'Cambridge Polymer Group',
      'Institut für Angewandte Informatik (InfAI) e. V.',
    ]);
    expect(known!.row).toMatchObject({ domain: 'campoly.com', source: 'index' });
    expect(taken!.row).toMatchObject({ domain: null, error: 'No domain found' });
    expect(taken!.row.runners_up[0]).toMatchObject({ domain: 'infai.org' });
  });

  it('use the website and country of the list', async () => {
    const [plain, hinted] = await find([
      'Zwillingwerk',
      { company_name: 'Zwillingwerk', website: 'www.zwillingwerk.io/de' },
    ]);
    expect(plain!.row).toMatchObject({ domain: null, error: 'No domain found' });
    expect(plain!.row.explanation).toContain('fit equally well');
    expect(hinted!.row).toMatchObject({ domain: 'zwillingwerk.io', website: 'www.zwillingwerk.io/de' });
    const [shared] = await find([{ company_name: 'Zwillingwerk', website: 'facebook.com/zwillingwerk' }]);
    expect(shared!.row.runners_up.map(({ domain }) => domain)).not.toContain('facebook.com');
  });

  it('follow a redirect to the true host, and never to a market for domains', async () => {
    const [moved, parked, www] = await find(['Umzugwerk', 'Parkwerk', 'Nurwwwwerk']);
    expect(www!.row).toMatchObject({ domain: 'nurwwwwerk.com' });
    expect(moved!.row).toMatchObject({ domain: 'umzugwerk-neu.de' });
    expect(parked!.row).toMatchObject({ domain: null });
  });

  it('take lines that are addresses, without a charge', async () => {
    const outcomes = await find([
      'https://www.oakandsons.co.uk/x',
      'info@oakandsons.co.uk',
      'jane@gmail.com',
      'https://gibtesnicht-werk.de',
      'OakAndSons.co.uk',
      'linkedin.com/company/oak-and-sons',
      'http://127.0.0.1/',
    ]);
    expect(outcomes.map(({ row, found, billable }) => [row.domain, found, billable])).toEqual([
      ['oakandsons.co.uk', true, false],
      ['oakandsons.co.uk', true, false],
      [null, false, false],
      [null, false, false],
      ['oakandsons.co.uk', true, false],
      [null, false, false],
      [null, false, false],
    ]);
    expect(outcomes.filter(({ failed }) => failed)).toEqual([]);
    expect(outcomes[4]!.row).toMatchObject({ source: 'given', explanation: 'The line is a domain' });
    expect(outcomes[5]!.row.explanation).toContain('This is a page at linkedin.com');
    expect(outcomes[6]!.row.explanation).toContain('no public domain');
    expect(outcomes[2]!.row.explanation).toContain('personal mailbox');
    expect(outcomes[3]!.row.explanation).toBe('This domain does not exist');
  });

  it('ask each host for at most robots.txt, its homepage and its logo', async () => {
    const before = bench.web.log('oakandsons.co.uk').requests.length;
    const saved: Logo[] = [];
    const logos = { find: async () => null, save: async (logo: Logo) => void saved.push(logo) };
    await find(
      ['Oak & Sons Ltd', 'Oak and Sons Limited', 'OAK & SONS LTD.'],
      make({ withLogos: true }, { logos }),
    );
    const paths = bench.web
      .log('oakandsons.co.uk')
      .requests.slice(before)
      .map(({ path }) => path);
    expect(paths.filter((path) => path === '/')).toHaveLength(1);
    expect(paths.filter((path) => path === '/robots.txt')).toHaveLength(1);
    expect(saved[0]).toMatchObject({ domain: 'oakandsons.co.uk', type: 'image/png' });
  });
});

describe('domains made from the name', () => {
  /** A web where the given domains have the homepages. */
  async function findIn(name: TestName, homepages: Record<string, string>) {
    const web = await startFakeWeb({
      sites: Object.entries(homepages).map(([domain, page]) => ({
        name: domain,
        about: 'made for a test',
        pages: { '/': page },
      })),
    });
    try {
      const { row } = await one([name], make({ dnsServers: [web.dnsServer], webPort: web.port }));
      return { row, read: Object.keys(homepages).filter((domain) => web.log(domain).requests.length > 0) };
    } finally {
      await bench.closeRuns();
      await web.close();
    }
  }
  const silent = htmlPage('Start', '<p>Hello and welcome to our pages about many things.</p>');

  it('are read until eight, the likeliest first', async () => {
    const endings = 'com io org ai co dev app net tech so sh info me xyz'.split(' ');
    const { row, read } = await findIn(
      'Kalimbora',
      Object.fromEntries(endings.map((ending) => [`kalimbora.${ending}`, silent])),
    );
    expect(row.domain).toBeNull();
    expect(read).toHaveLength(8);
    expect(read.slice(0, 2)).toEqual(['kalimbora.com', 'kalimbora.io']);
  });

  it('find a start-up that has another word in its domain, if no one else has the name', async () => {
    const own = { 'trykalimbora.com': htmlPage('Kalimbora', '<h1>Kalimbora</h1>') };
    expect((await findIn('Kalimbora', own)).row).toMatchObject({
      domain: 'trykalimbora.com',
      source: 'website',
    });
    // Someone has the likelier domain, so this one may be of another Kalimbora.
    const taken = await findIn('Kalimbora', { ...own, 'kalimbora.com': silent });
    expect(taken.row).toMatchObject({ domain: null, error: 'No domain found' });
    expect(taken.row.runners_up[0]).toMatchObject({ domain: 'trykalimbora.com' });
    expect(taken.row.explanation).toContain('another company of this name');
  });

  it('need more than a name of one word where they are unlikely', async () => {
    const page = (footer: string) => htmlPage('Kalimbora', `<h1>Kalimbora</h1><footer>${footer}</footer>`);
    const name = 'Kalimbora GmbH';
    const plain = await findIn(name, { 'kalimbora-group.de': page('© Kalimbora') });
    expect(plain.row.domain).toBeNull();
    const proven = await findIn(name, { 'kalimbora-group.de': page('© 2026 Kalimbora GmbH') });
    expect(proven.row).toMatchObject({ domain: 'kalimbora-group.de' });
    const two = await findIn('Kalimbora Westerholt', {
      'kalimborawesterholt.co': htmlPage('Kalimbora Westerholt', '<h1>Kalimbora Westerholt</h1>'),
    });
    expect(two.row).toMatchObject({ domain: 'kalimborawesterholt.co' });
  });

  it('come in the order of the operator’s own companies', async () => {
    const learner = createOrderLearner();
    for (const letter of 'abcdefghijklmnopqrstuvwxyzäöüßéèñçåø')
      learner.add({ name: `Kestola${letter}`, domain: `kestola${letter}.studio`, country: null });
    const order = learner.learned();
    const asked = new Set<string>();
    const dns = await startFakeDns((name) => {
      asked.add(name.replace(/^www\./, ''));
      return null;
    });
    await one(['Kalimbora'], make({ dnsServers: [dns.server] }));
    expect(asked).not.toContain('kalimbora.studio');
    // One query for each domain, since no one has any of them.
    expect([...asked].map((name) => dns.queries(name))).toEqual(Array.from({ length: 40 }, () => 1));
    await one(['Kalimbora'], make({ dnsServers: [dns.server] }, { order: { learned: async () => order } }));
    expect(asked).toContain('kalimbora.studio');
    await dns.close();
  });
});

describe('logos', () => {
  const HOSTILE = [
    'Htmlbild',
    'Vektorbild',
    'Riesenbild',
    'Metabild',
    'Umleitbild',
    'Pixelbild',
    'Streifenbild',
  ];
  it.each(HOSTILE)('of %s are refused', async (name) => {
    const saved: Logo[] = [];
    const logos = { find: async () => null, save: async (logo: Logo) => void saved.push(logo) };
    const { row } = await one([name], make({ withLogos: true }, { logos }));
    expect(row).toMatchObject({ domain: `${name.toLowerCase()}.com`, logo: null });
    expect(saved).toEqual([]);
  });

  it('are not fetched from another host, but from another address of the site', async () => {
    const { row } = await one(['Umleitbild'], make({ withLogos: true }));
    expect(row).toMatchObject({ domain: 'umleitbild.com', logo: null });
    expect(bench.web.log('bildspeicher.net').requests).toEqual([]);
    expect((await one(['Ortsbild'], make({ withLogos: true }))).row.logo).toMatch(/\/real\.png$/);
  });

  it('that are stored are not fetched again', async () => {
    const logos = { find: async () => 'https://stored/logo.png', save: async () => {} };
    const before = bench.web.log('brightwavelet.io').requests.length;
    const { row } = await one(['Brightwavelet'], make({ withLogos: true }, { logos }));
    expect(row.logo).toBe('https://stored/logo.png');
    expect(
      bench.web
        .log('brightwavelet.io')
        .requests.slice(before)
        .map(({ path }) => path),
    ).not.toContain('/icon.png');
  });
});

describe('failures', () => {
  it('say that a site cannot be read', async () => {
    const [robots, down, none] = await find(['Sperrwerk', 'Ausfallwerk', 'Niemandswerk']);
    expect(robots).toMatchObject({ found: false, failed: false, billable: false });
    expect(robots!.row.explanation).toContain('robots.txt');
    expect(down).toMatchObject({ failed: true, billable: false });
    expect(down!.row).toMatchObject({ error: 'Processing failed' });
    expect(none).toMatchObject({ failed: false });
    expect(none!.row).toMatchObject({
      error: 'No domain found',
      explanation: 'None of the domains we tried has a website',
    });
  });

  it('say that a domain with mailboxes has no website', async () => {
    const dns = await startFakeDns((name) =>
      name === 'nurpost.de'
        ? { mx: [{ exchange: 'mx.nurpost.de', preference: 1 }], ns: ['ns.nurpost.de'] }
        : null,
    );
    const rows = await find(['https://nurpost.de', 'https://frei.de'], make({ dnsServers: [dns.server] }));
    expect(rows.map(({ row }) => row.explanation)).toEqual([
      'This domain has no website',
      'This domain does not exist',
    ]);
    await dns.close();
  });

  it('say that DNS is down, and charge nothing', async () => {
    const dns = await startFakeDns(() => ({ fails: true }));
    const tool = make({ dnsServers: [dns.server] });
    for (const { row, failed, billable } of await find(
      ['Nordlicht Logistik GmbH', 'https://acme.de'],
      tool,
    )) {
      expect({ failed, billable }).toEqual({ failed: true, billable: false });
      expect(row).toMatchObject({ domain: null, error: 'Processing failed' });
      expect(row.explanation).toContain("couldn't look up");
    }
    await dns.close();
  });

  it('end a stopped run without rows', async () => {
    const stop = new AbortController();
    const tool = make();
    const rows = [];
    for await (const outcome of tool.run(
      [
        { position: 0, input: 'Kasten 1 Werke GmbH' },
        { position: 1, input: 'Kasten 2 Werke GmbH' },
      ],
      stop.signal,
    )) {
      rows.push(outcome);
      stop.abort();
    }
    expect(rows).toHaveLength(1);
  });

  it('throw an error of ours after the rows before it', async () => {
    const broken = {
      position: 50,
      get input(): string {
        throw new Error('broken');
      },
    };
    // What is known is looked up for 50 names at once.
    const items = [...Array.from({ length: 50 }, (_, position) => ({ position, input: '🚀🚀' })), broken];
    const run = make().run(items, new AbortController().signal)[Symbol.asyncIterator]();
    for (const _ of Array.from({ length: 50 })) expect(await run.next()).toMatchObject({ done: false });
    await expect(run.next()).rejects.toThrow('broken');
  });

  it('end without rows while the database is away, so that the names are tried again', async () => {
    const away = { known: { lookUp: () => Promise.reject(new Error('The database is away.')) } };
    const items = [{ position: 0, input: 'Nordlicht Logistik GmbH' }];
    const run = make({}, away).run(items, new AbortController().signal)[Symbol.asyncIterator]();
    await expect(run.next()).rejects.toThrow('The database is away.');
  });

  it('explain lines that are no names, and are not run again', async () => {
    const [emoji, long] = await find(['🚀🚀', 'x'.repeat(400)]);
    expect(emoji).toMatchObject({ found: false, failed: false, billable: false });
    expect(emoji!.row.error).toBe('No domain found');
    expect(emoji!.row.explanation).toBe('This line has no letters or numbers');
    expect(long!.row.explanation).toContain('too long');
  });
});
