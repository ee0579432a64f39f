import { COMPANY_SITES } from '../../../e2e/fixtures/company-sites.ts';
import { type FakeSite, htmlPage } from '../../../e2e/fixtures/fake-site.ts';
import { type FakeWeb, startFakeWeb } from '../../../e2e/fixtures/fake-web.ts';
import { HOSTILE_LOGOS } from '../../../e2e/fixtures/logo-sites.ts';
import type { Tool, ToolOutcome } from '../../tool.ts';
import { CompanyRow, writeCompanyInput } from '../definition.ts';
import { type CompanyRunOptions, createRun } from '../run.ts';
import { type CompanyPorts, createNoPorts } from './ports.ts';

const MORE: readonly FakeSite[] = [
  ...HOSTILE_LOGOS,
  {
    name: 'campoly.com',
    about: 'a company of the index, with another label than its name',
    pages: { '/': htmlPage('Cambridge Polymer Group', '<p>Contract research since 1996.</p>') },
  },
  {
    name: 'infai.org',
    about: 'a domain of the index that went to someone else',
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
    name: 'quarzwerk-holding.com',
    about: 'a company of the same name in another country',
    pages: {
      '/': htmlPage(
        'Quarzwerk | Online Banking',
        '<h1>Banking for start-ups</h1><footer>© 2026 Quarzwerk Technologies, Inc.</footer>',
      ),
    },
  },
  {
    name: 'turmwerk.org',
    about: 'only of another company',
    pages: {
      '/': htmlPage('Start', '<p>Hello and welcome.</p><footer>© 2026 Phoenix Construction LLC</footer>'),
    },
  },
  {
    name: 'profilwerk.com',
    about: 'leads to LinkedIn with every path',
    respond: ({ headers, url }, response) => {
      const port = headers.host?.split(':')[1];
      response.writeHead(301, { location: `http://linkedin.com:${port}${url}` }).end();
    },
  },
  {
    name: 'seitenwerk.com',
    about: 'leads to a page at LinkedIn',
    pages: { '/': { status: 301, headers: { location: 'http://linkedin.com:{port}/company/x' }, body: '' } },
  },
  { name: 'linkedin.com', about: 'gets no requests', pages: { '/': htmlPage('Profilwerk', '') } },
  { name: 'facebook.com', about: 'a platform', pages: { '/': htmlPage('Facebook', '<h1>Log in</h1>') } },
  {
    name: 'www.nurwwwwerk.com',
    about: 'has an address only with www',
    pages: { '/': htmlPage('Nurwwwwerk', '<h1>Nurwwwwerk</h1>') },
  },
];

/** A web of companies and runs on it, for tests. */
export interface CompanyBench {
  web: FakeWeb;
  make(options?: Partial<CompanyRunOptions>, ports?: Partial<CompanyPorts>): Tool<CompanyRow>;
  find(names: readonly TestName[], tool?: Tool<CompanyRow>): Promise<ToolOutcome<CompanyRow>[]>;
  /** the outcome of the first name */
  one(names: readonly TestName[], tool?: Tool<CompanyRow>): Promise<ToolOutcome<CompanyRow>>;
  /** closes the runs made so far */
  closeRuns(): Promise<void>;
  close(): Promise<void>;
}

export type TestName = string | { company_name: string; country?: string; website?: string; city?: string };

export async function openCompanyBench(): Promise<CompanyBench> {
  const web = await startFakeWeb({ sites: [...COMPANY_SITES, ...MORE] });
  const tools: Tool<CompanyRow>[] = [];

  const make: CompanyBench['make'] = (options = {}, ports = {}) => {
    const tool = createRun(
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
  };
  const find: CompanyBench['find'] = async (names, tool = make()) => {
    const items = names.map((name, position) => {
      const given = typeof name === 'string' ? { company_name: name } : name;
      return { position, input: writeCompanyInput({ country: null, website: null, ...given }) };
    });
    const outcomes: ToolOutcome<CompanyRow>[] = [];
    for await (const outcome of tool.run(items, new AbortController().signal)) {
      CompanyRow.parse(outcome.row);
      outcomes.push(outcome);
    }
    return outcomes.sort((a, b) => a.position - b.position);
  };
  const closeRuns = async () => {
    await Promise.all(tools.splice(0).map((tool) => tool.close()));
  };
  return {
    web,
    make,
    find,
    async one(names, tool) {
      const [first] = await find(names, tool);
      if (!first) throw new Error('The run had no outcome.');
      return first;
    },
    closeRuns,
    async close() {
      await closeRuns();
      await web.close();
    },
  };
}
