import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startFakeDns } from '../../../e2e/fixtures/fake-dns.ts';
import { enrich, lead, makeRun, portsWith } from './test-people.ts';

async function withProvider<T>(answer: RequestListener, work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  try {
    return await work(`http://127.0.0.1:${port}/person?url={url}&slug={slug}`);
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
const PERSON = {
  '@type': 'Person',
  name: 'Jane Doe',
  jobTitle: 'CEO',
  worksFor: { '@type': 'Organization', name: 'Acme' },
  sameAs: 'https://www.linkedin.com/in/jane',
};
const ask = (answer: RequestListener, leads: Parameters<typeof portsWith>[0] = []) =>
  withProvider(answer, async (url) => {
    const run = makeRun(portsWith(leads), new Map(), { provider: { url, key: 'secret' } });
    const [outcome] = await enrich(run, ['linkedin.com/in/jane']);
    await run.close();
    if (!outcome) throw new Error('The run had no outcome.');
    return outcome;
  });

describe('a data provider', () => {
  it('gets the profile and its key, and is paid for', async () => {
    const seen: string[] = [];
    const { row, billable } = await ask((request, response) => {
      seen.push(`${request.url} ${request.headers.authorization}`);
      json({ '@graph': [PERSON] })(request, response);
    });
    expect(seen).toEqual(['/person?url=https%3A%2F%2Fwww.linkedin.com%2Fin%2Fjane&slug=jane Bearer secret']);
    expect(row).toMatchObject({ name: 'Jane Doe', title: 'CEO', company: 'Acme', completeness: 55 });
    expect(billable).toBe(true);
  });

  it('may answer with a saved page', async () => {
    const html = `<link rel="canonical" href="https://www.linkedin.com/in/jane"><script type="application/ld+json">${JSON.stringify(PERSON)}</script>`;
    expect((await ask(json({ data: { html } }))).row).toMatchObject({ name: 'Jane Doe' });
    expect((await ask(json({ html: '<title>Sign Up | LinkedIn</title>' }))).row).toMatchObject({
      name: null,
    });
  });

  it('is not called for a complete lead', async () => {
    let calls = 0;
    const whole = lead({
      name: 'Jane Doe',
      title: 'CEO',
      company: 'Acme',
      email: 'j@acme.com',
      profiles: ['in/jane'],
    });
    await ask(
      (request, response) => {
        calls += 1;
        json(PERSON)(request, response);
      },
      [whole],
    );
    expect(calls).toBe(0);
  });

  it('is not believed about another person', async () => {
    const other = { ...PERSON, name: 'Mary Roe', sameAs: 'https://www.linkedin.com/in/mary' };
    expect((await ask(json(other))).row).toMatchObject({ name: null, completeness: 0 });
    expect((await ask(json(other))).row.explanation).toMatch(/^Not used/);
    const known = lead({ name: 'Jane Doe', profiles: ['in/jane'] });
    const { row } = await ask(json({ ...PERSON, name: 'Mary Roe' }), [known]);
    expect(row).toMatchObject({ name: 'Jane Doe', title: null, company: null });
    expect(row.notes[0]?.text).toContain('names Mary Roe');
  });

  it('is not believed about another person whose saved page it sends', async () => {
    const html = `<link rel="canonical" href="https://www.linkedin.com/in/mary"><script type="application/ld+json">{"@type":"Person","name":"Mary Roe"}</script>`;
    const { row } = await ask(json({ html }));
    expect(row).toMatchObject({ name: null, completeness: 0 });
  });

  it('delays no row that is done, and a stop keeps those', async () => {
    let calls = 0;
    const stop = new AbortController();
    const rows: string[] = [];
    await withProvider(
      (request, response) => {
        calls += 1;
        // The others never get an answer.
        if (calls <= 20) json(PERSON)(request, response);
      },
      async (url) => {
        const run = makeRun(portsWith([]), new Map(), { provider: { url, key: null } });
        const items = Array.from({ length: 40 }, (_, position) => ({
          position,
          input: 'linkedin.com/in/jane',
        }));
        for await (const { row } of run.run(items, stop.signal)) {
          rows.push(String(row.name));
          if (rows.length === 16) stop.abort();
        }
        await run.close();
      },
    );
    expect(rows).toEqual(Array.from({ length: 16 }, () => 'Jane Doe'));
  });

  it('that is down is not called for every profile', async () => {
    let calls = 0;
    const profiles = Array.from({ length: 40 }, (_, n) => `linkedin.com/in/p-${n}`);
    const rows = await withProvider(
      (request, response) => {
        calls += 1;
        json({}, 503)(request, response);
      },
      async (url) => {
        const run = makeRun(portsWith([]), new Map(), { provider: { url, key: null } });
        const outcomes = await enrich(run, profiles);
        await run.close();
        return outcomes;
      },
    );
    // Four calls run at the same time.
    expect(calls).toBeLessThan(20);
    expect(rows).toHaveLength(40);
    for (const { row, failed, billable } of rows) {
      expect({ failed, billable }).toEqual({ failed: true, billable: false });
      expect(row.explanation).toMatch(/answered with an error \(503\)|failed \d+ times in a row/);
    }
  });

  it('cannot send us to another address', async () => {
    const seen: string[] = [];
    const other = createServer((request, response) => {
      seen.push(request.url ?? '');
      json(PERSON)(request, response);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const { row, failed } = await ask((_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${port}/secret` }).end('{}'),
    );
    other.close();
    expect({ seen, failed, name: row.name }).toEqual({ seen: [], failed: true, name: null });
  });

  it.each<[string, RequestListener, string]>([
    ['has an error', json({ message: 'down' }, 500), 'answered with an error (500)'],
    ['is over its quota', json({}, 429), 'answered with an error (429)'],
    ['sends another format', json({ person: 7 }), 'no schema.org Person'],
    ['sends no JSON', (_request, response) => response.end('<html>'), "didn't answer"],
    ['sends 10 MB', json({ ...PERSON, description: 'x'.repeat(10_000_000) }), "didn't answer"],
    ['hangs up', (request) => request.socket.destroy(), "didn't answer"],
  ])('that %s fails the row, for free', async (_what, answer, reason) => {
    const { row, failed, billable } = await ask(answer);
    expect({ failed, billable }).toEqual({ failed: true, billable: false });
    expect(row).toMatchObject({ error: 'Processing failed', explanation: expect.stringContaining(reason) });
  });

  it.each([
    ['404', json({}, 404)],
    ['null', json(null)],
    ['an empty answer', json({ data: null })],
  ])('that does not know the person is no failure: %s', async (_what, answer) => {
    expect(await ask(answer)).toMatchObject({ failed: false, found: false, billable: false });
  });

  it('fails the row if DNS is down', async () => {
    const dns = await startFakeDns(() => ({ fails: true }));
    const run = makeRun(portsWith([]), new Map(), {
      provider: { url: 'http://provider.example/?u={url}', key: null },
      dnsServers: [dns.server],
    });
    const [outcome] = await enrich(run, ['linkedin.com/in/jane']);
    expect(outcome).toMatchObject({ failed: true, billable: false });
    await run.close();
    await dns.close();
  });
});
