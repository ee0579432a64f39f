import { createServer, type RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { COMPANY_SITES, squarePng } from '../../e2e/fixtures/company-sites.ts';
import { startFakeDns } from '../../e2e/fixtures/fake-dns.ts';
import { type FakeSite, htmlPage } from '../../e2e/fixtures/fake-site.ts';
import { type FakeWeb, startFakeWeb } from '../../e2e/fixtures/fake-web.ts';
import type { Tool, ToolOutcome } from '../tool.ts';
import { type CompanyPorts, createNoPorts, type KnownCompany, type Logo } from './company-ports.ts';
import { CompanyRow, writeCompanyInput } from './definition.ts';
import { type CompanyRunOptions, createCompanyRun } from './run.ts';

const PNG = squarePng(10, 20, 30);
const icon = (href: string) => `<link rel="icon" href="${href}">`;
const image = (type: string, body: string | Buffer) => ({ headers: { 'content-type': type }, body });

function logoSite(name: string, body: ReturnType<typeof image>): FakeSite {
  const title = name.replace(/\.com$/, '');
  return {
    name,
    about: 'a logo that must not be shown',
    pages: { '/': htmlPage(title, `<h1>${title}</h1>`, icon('/logo.png')), '/logo.png': body },
  };
}

const MORE: readonly FakeSite[] = [
  {
    name: 'campoly.com',
    about: 'a company of the index, with another label than its name',
    pages: { '/': htmlPage('Cambridge Polymer Group', '<p>Contract research since 1996.</p>') },
  },
  {
    name: 'infai.org',
    about: 'a domain of the index that went to somebody else',
    pages: { '/': htmlPage('Casino Bonus', '<p>Play all day.</p>') },
  },
  {
    name: 'sperrwerk.com',
    about: 'robots.txt asks not to visit',
    robots: 'User-agent: *\nDisallow: /\n',
    pages: { '/': htmlPage('Sperrwerk', '') },
  },
  { name: 'ausfallwerk.com', about: 'hangs up', respond: (request) => request.socket.destroy() },
  {
    name: 'umzugwerk.com',
    about: 'moved to another domain',
    pages: { '/': { status: 301, headers: { location: 'http://umzugwerk-neu.de:{port}/' }, body: '' } },
  },
  {
    name: 'umzugwerk-neu.de',
    about: 'the new domain',
    pages: { '/': htmlPage('Umzugwerk', '<h1>Umzugwerk</h1>') },
  },
  {
    name: 'parkwerk.com',
    about: 'leads to a market',
    pages: { '/': { status: 302, headers: { location: 'http://hugedomains.com:{port}/' }, body: '' } },
  },
  { name: 'hugedomains.com', about: 'a market', pages: { '/': htmlPage('Parkwerk', '<h1>Parkwerk</h1>') } },
  {
    name: 'leadwerk-gruppe.de',
    about: 'only the leads know it',
    pages: { '/': htmlPage('Start', '<p>Hallo zusammen und willkommen bei uns.</p>') },
  },
  {
    name: 'anbieterwerk-online.de',
    about: 'only the provider knows it',
    pages: { '/': htmlPage('Anbieterwerk', '<h1>Anbieterwerk</h1>') },
  },
  {
    name: 'www.nurwwwwerk.com',
    about: 'has an address only with www',
    pages: { '/': htmlPage('Nurwwwwerk', '<h1>Nurwwwwerk</h1>') },
  },
  logoSite('htmlbild.com', image('image/png', '<html><script>alert(1)</script></html>')),
  logoSite('vektorbild.com', image('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>')),
  logoSite('riesenbild.com', image('image/png', Buffer.concat([PNG, Buffer.alloc(250_000)]))),
];

let web: FakeWeb;
const tools: Tool<CompanyRow>[] = [];
beforeAll(async () => {
  web = await startFakeWeb({ sites: [...COMPANY_SITES, ...MORE] });
  for (const { pages } of MORE)
    for (const page of Object.values(pages ?? {}))
      if (typeof page !== 'string' && page.headers?.location)
        page.headers.location = page.headers.location.replace('{port}', String(web.port));
});
afterEach(async () => {
  await Promise.all(tools.splice(0).map((tool) => tool.close()));
});
afterAll(() => web.close());

function make(options: Partial<CompanyRunOptions> = {}, ports: Partial<CompanyPorts> = {}): Tool<CompanyRow> {
  const tool = createCompanyRun(
    {
      concurrency: 32,
      dnsServers: [web.dnsServer],
      allowPrivateNetwork: true,
      contact: null,
      webPort: web.port,
      provider: null,
      withLogos: false,
      limits: { retryPauseMs: 1 },
      ...options,
    },
    { ...createNoPorts(), ...ports },
  );
  tools.push(tool);
  return tool;
}

async function find(
  names: readonly (string | { company_name: string; country?: string; website?: string })[],
  tool = make(),
): Promise<ToolOutcome<CompanyRow>[]> {
  const items = names.map((name, position) => ({
    position,
    input: writeCompanyInput({
      country: null,
      website: null,
      ...(typeof name === 'string' ? { company_name: name } : name),
    }),
  }));
  const outcomes: ToolOutcome<CompanyRow>[] = [];
  for await (const outcome of tool.run(items, new AbortController().signal)) {
    CompanyRow.parse(outcome.row);
    outcomes.push(outcome);
  }
  return outcomes.sort((one, other) => one.position - other.position);
}
const one = async (...args: Parameters<typeof find>) => (await find(...args))[0]!;

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
    const tool = make({}, knows({ operator: [{ domain: 'own-domain.de', country: null }], leads: [] }));
    const { row } = await one(['Nordlicht Logistik GmbH'], tool);
    expect(row).toMatchObject({ domain: 'own-domain.de', source: 'operator', confidence: 99 });
    expect(web.log('own-domain.de').requests).toHaveLength(0);
  });

  it('choose the country’s row of the operator’s table', async () => {
    const operator = [
      { domain: 'acme.fr', country: 'FR' },
      { domain: 'acme.de', country: 'DE' },
    ];
    const tool = make({}, knows({ operator, leads: [] }));
    const rows = await find(
      [
        { company_name: 'Acme', country: 'Germany' },
        { company_name: 'Acme', country: 'france' },
      ],
      tool,
    );
    expect(rows.map(({ row }) => row.domain)).toEqual(['acme.de', 'acme.fr']);
  });

  it('believe many leads, and look at the page for a few', async () => {
    const leads = (count: number) =>
      knows({ operator: [], leads: [{ domain: 'leadwerk-gruppe.de', leads: count }] });
    expect((await one(['Leadwerk AG'], make({}, leads(9)))).row).toMatchObject({
      domain: 'leadwerk-gruppe.de',
      source: 'leads',
    });
    expect((await one(['Leadwerk AG'], make({}, leads(1)))).row).toMatchObject({
      domain: null,
      error: 'No domain found',
    });
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
    ]);
    expect(outcomes.map(({ row, found, billable }) => [row.domain, found, billable])).toEqual([
      ['oakandsons.co.uk', true, false],
      ['oakandsons.co.uk', true, false],
      [null, false, false],
      [null, false, false],
    ]);
    expect(outcomes[2]!.row.explanation).toContain('personal mailbox');
    expect(outcomes[3]!.row.explanation).toBe('This domain does not exist');
  });

  it('ask each host for at most robots.txt, its homepage and its logo', async () => {
    const before = web.log('oakandsons.co.uk').requests.length;
    const saved: Logo[] = [];
    const logos = { find: async () => null, save: async (logo: Logo) => void saved.push(logo) };
    await find(
      ['Oak & Sons Ltd', 'Oak and Sons Limited', 'OAK & SONS LTD.'],
      make({ withLogos: true }, { logos }),
    );
    const paths = web
      .log('oakandsons.co.uk')
      .requests.slice(before)
      .map(({ path }) => path);
    expect(paths.filter((path) => path === '/')).toHaveLength(1);
    expect(paths.filter((path) => path === '/robots.txt')).toHaveLength(1);
    expect(saved[0]).toMatchObject({ domain: 'oakandsons.co.uk', type: 'image/png' });
  });
});

describe('logos', () => {
  it.each(['Htmlbild', 'Vektorbild', 'Riesenbild'])('of %s are refused', async (name) => {
    const saved: Logo[] = [];
    const logos = { find: async () => null, save: async (logo: Logo) => void saved.push(logo) };
    const { row } = await one([name], make({ withLogos: true }, { logos }));
    expect(row).toMatchObject({ domain: `${name.toLowerCase()}.com`, logo: null });
    expect(saved).toEqual([]);
  });

  it('that are stored are not fetched again', async () => {
    const logos = { find: async () => 'https://stored/logo.png', save: async () => {} };
    const before = web.log('brightwavelet.io').requests.length;
    const { row } = await one(['Brightwavelet'], make({ withLogos: true }, { logos }));
    expect(row.logo).toBe('https://stored/logo.png');
    expect(
      web
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
      explanation: 'No domain that this company may have exists',
    });
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

  it('explain lines that are no names', async () => {
    const [emoji, long] = await find(['🚀🚀', 'x'.repeat(400)]);
    expect(emoji).toMatchObject({ failed: true, billable: false });
    expect(emoji!.row.explanation).toBe('This line has no letters or numbers');
    expect(long!.row.explanation).toContain('too long');
  });
});

describe('a data provider', () => {
  async function withProvider<T>(answer: RequestListener, work: (url: string) => Promise<T>): Promise<T> {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    try {
      return await work(`http://127.0.0.1:${port}/find?name={name}&country={country}`);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }
  const json =
    (value: unknown, status = 200): RequestListener =>
    (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
  const ask = (answer: RequestListener, name = 'Anbieterwerk AG') =>
    withProvider(answer, (url) => one([name], make({ provider: { url, key: 'secret' } })));

  it('is asked last, with its key, and its domain is confirmed', async () => {
    const seen: string[] = [];
    const { row } = await ask((request, response) => {
      seen.push(`${request.url} ${request.headers.authorization}`);
      json({ data: [{ domain: 'anbieterwerk-online.de', confidence: 0.4 }] })(request, response);
    });
    expect(row).toMatchObject({ domain: 'anbieterwerk-online.de', source: 'provider' });
    expect(seen).toEqual(['/find?name=Anbieterwerk%20AG&country= Bearer secret']);
    await ask((request, response) => {
      seen.push('again');
      json({})(request, response);
    }, 'Oak & Sons Ltd');
    expect(seen).not.toContain('again');
  });

  it('is not believed without a confirmation or a high confidence', async () => {
    const unsure = await ask(json({ domain: 'leadwerk-gruppe.de', confidence: 50 }));
    expect(unsure.row).toMatchObject({ domain: null, error: 'No domain found' });
    const sure = await ask(json({ domain: 'leadwerk-gruppe.de', confidence: 95 }));
    expect(sure.row).toMatchObject({ domain: 'leadwerk-gruppe.de', source: 'provider', confidence: 95 });
    const parked = await ask(json({ domain: 'nordlichtlogistik.com', confidence: 99 }));
    expect(parked.row).toMatchObject({ domain: null });
  });

  it.each<[string, RequestListener, string]>([
    ['has an error', json({ message: 'down' }, 500), 'answered with an error (500)'],
    ['is over its quota', json({}, 429), 'answered with an error (429)'],
    ['sends another format', json({ domain: 7 }), 'unknown format'],
    ['sends no JSON', (_request, response) => response.end('<html>'), "didn't answer"],
    ['hangs up', (request) => request.socket.destroy(), "didn't answer"],
  ])('that %s fails the row', async (_what, answer, reason) => {
    const { row, failed, billable } = await ask(answer);
    expect({ failed, billable }).toEqual({ failed: true, billable: false });
    expect(row.domain).toBeNull();
    expect(row.explanation).toContain(reason);
  });

  it('that does not know the company is no failure', async () => {
    expect(await ask(json({}, 404))).toMatchObject({ failed: false, found: false });
  });
});
