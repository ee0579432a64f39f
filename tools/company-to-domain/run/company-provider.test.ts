import { createServer, type RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CompanyBench, openCompanyBench } from './test-companies.ts';

let bench: CompanyBench;
beforeAll(async () => {
  bench = await openCompanyBench();
});
afterEach(() => bench.closeRuns());
afterAll(() => bench.close());

const make: CompanyBench['make'] = (...args) => bench.make(...args);
const one: CompanyBench['one'] = (...args) => bench.one(...args);

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
  const never: RequestListener = () => {};
  const ask = (answer: RequestListener, name = 'Anbieterwerk AG') => {
    const limitMs = answer === never ? 100 : 60_000;
    return withProvider(answer, (url) => one([name], make({ provider: { url, key: 'secret', limitMs } })));
  };

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

  it.each([
    'facebook.com',
    'https://www.facebook.com/anbieterwerk',
    'linkedin.com',
    'acme.wixsite.com',
    'gmail.com',
  ])('has no domain if it answers with %s', async (domain) => {
    const { row, billable } = await ask(json({ domain, confidence: 99 }));
    expect({ domain: row.domain, billable }).toEqual({ domain: null, billable: false });
  });

  it('is not believed against a page of another company', async () => {
    const { row } = await ask(json({ domain: 'turmwerk.org', confidence: 95 }), 'Turmwerk AG');
    expect(row.domain).toBeNull();
  });

  it.each<[string, RequestListener, string]>([
    ['has an error', json({ message: 'down' }, 500), 'answered with an error (500)'],
    ['is over its quota', json({}, 429), 'answered with an error (429)'],
    ['sends another format', json({ domain: 7 }), 'unknown format'],
    ['sends no JSON', (_request, response) => response.end('<html>'), 'gave no usable answer'],
    ['hangs up', (request) => request.socket.destroy(), 'gave no usable answer'],
    ['never answers', never, 'gave no usable answer'],
    [
      'sends 10 MB',
      (_request, response) => response.end(`"${'x'.repeat(10_000_000)}"`),
      'gave no usable answer',
    ],
    [
      'leads to the metadata address of a cloud',
      (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      'gave no usable answer',
    ],
  ])('that %s fails the row', async (_what, answer, reason) => {
    const { row, failed, billable } = await ask(answer);
    expect({ failed, billable }).toEqual({ failed: true, billable: false });
    // The page and the files tell failed rows by their error.
    expect(row).toMatchObject({ domain: null, error: 'Processing failed' });
    expect(row.explanation).toContain(reason);
  });

  it('that does not know the company is no failure', async () => {
    expect(await ask(json({}, 404))).toMatchObject({ failed: false, found: false });
  });
});
