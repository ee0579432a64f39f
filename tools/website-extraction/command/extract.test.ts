import { PassThrough, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeWeb, startFakeWeb } from '../../../e2e/fixtures/fake-web.ts';
import { generatedContacts, generatedName } from '../../../e2e/fixtures/generated-sites.ts';
import { parseCsv } from '../../../e2e/fixtures/parse-csv.ts';
import { PEOPLE_SITE } from '../../../e2e/fixtures/people-site.ts';
import { SITES } from '../../../e2e/fixtures/sites.ts';
import { WEBSITE_CSV_COLUMNS, WebsiteRow } from '../definition.ts';
import { type ExtractOptions, extract } from './extract.ts';
import { urlLines } from './url-list.ts';
import { readUrlStream } from './url-stream.ts';

let web: FakeWeb;

beforeAll(async () => {
  web = await startFakeWeb({ sites: [...SITES, PEOPLE_SITE], generated: { count: 60 } });
});
afterAll(async () => {
  await web.close();
});

class Collected extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

async function run(urls: Iterable<string> | AsyncIterable<string>, more: Partial<ExtractOptions> = {}) {
  const out = new Collected();
  const err = new Collected();
  await extract({
    urls,
    total: null,
    format: 'ndjson',
    depth: 'standard',
    concurrency: 8,
    dnsServers: [web.dnsServer],
    allowPrivateNetwork: true,
    contact: null,
    chromiumPath: null,
    out,
    err,
    signal: new AbortController().signal,
    ...more,
  });
  return { out: out.text, err: err.text };
}

describe('extract', () => {
  it('writes the same rows with several threads', async () => {
    const urls = Array.from({ length: 60 }, (_, index) => web.siteUrl(generatedName(index)));
    const sorted = ({ out }: { out: string }) => out.split('\n').sort();
    expect(sorted(await run(urls, { threads: 3 }))).toEqual(sorted(await run(urls)));
  });

  it('writes one NDJSON row for each distinct address', async () => {
    const urls = Array.from({ length: 60 }, (_, index) => web.siteUrl(generatedName(index)));
    const { out, err } = await run([...urls, '', ` ${urls[0]} `, 'not a url']);
    const rows = out
      .trimEnd()
      .split('\n')
      .map((line) => WebsiteRow.parse(JSON.parse(line)));
    expect(rows).toHaveLength(61);
    for (const [index, url] of urls.entries()) {
      const row = rows.find((candidate) => candidate.url === url);
      const { email, phone } = generatedContacts(index);
      expect(row).toMatchObject({ error: null, emails: [email], phones: [phone], company_email: email });
    }
    expect(rows.find((row) => row.url === 'not a url')?.error).toBe('This is not a web address');
    expect(err).toBe('61 websites, 60 with an email or phone, 1 failed, 1 duplicate skipped\n');
  });

  it('reads the addresses of lines that are written like a list', async () => {
    const [first = '', second = '', third = ''] = [0, 1, 2].map((n) => web.siteUrl(generatedName(n)));
    const { out, err } = await run([`1. ${first}`, `• ${second}`, `<${third}>`, `2) ${first}`]);
    const inputs = out
      .trimEnd()
      .split('\n')
      .map((line) => WebsiteRow.parse(JSON.parse(line)).input);
    expect(inputs.sort()).toEqual([first, second, third].sort());
    expect(err).toBe('3 websites, 3 with an email or phone, 0 failed, 1 duplicate skipped\n');
  });

  it('writes CSV with the columns of the contract', async () => {
    const { out } = await run([web.siteUrl('bakery-holm.com')], { format: 'csv' });
    const [header, row] = out.split('\r\n');
    expect(header).toBe(WEBSITE_CSV_COLUMNS.join(','));
    expect(row).toContain(',info@bakery-holm.com,+12125550123,Bakery Holm,');
  });

  it('keeps the columns of a table from a pipe, a line for each of its rows', async () => {
    const source = new PassThrough();
    const rows = Array.from(
      { length: 30 },
      (_, n) => `Firm ${n},${web.siteUrl(generatedName(n))},"City, ${n}"`,
    );
    source.end(`Company,Website,City\n${rows.join('\n')}\nNo site,,\n${rows[0]}`);
    const { stream, own } = await readUrlStream(source);
    const urls = urlLines(stream, [], new AbortController().signal);
    const { out } = await run(urls, { format: 'csv', own });
    const written = parseCsv(out);
    expect(written.map(({ Company }) => Company)).toEqual([
      ...rows.map((_, n) => `Firm ${n}`),
      'No site',
      'Firm 0',
    ]);
    for (const [n, row] of written.slice(0, 30).entries())
      expect(row).toMatchObject({ City: `City, ${n}`, emails: generatedContacts(n).email });
    expect(written.at(-1)?.emails).toBe(generatedContacts(0).email);
    // Written rows don't stay in memory.
    expect(own?.rows.every(({ cells }) => cells.length === 0)).toBe(true);
  });

  it('writes a row for each person instead, beside the columns of a table', async () => {
    const site = web.siteUrl('people-studio.com');
    const jane = { name: 'Jane Miller', title: 'Director', email: 'jane@people-studio.com' };
    const company = { website: 'people-studio.com', company_email: 'info@people-studio.com' };
    const { out } = await run([site, web.siteUrl('bakery-holm.com')], { people: true });
    const rows = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows).toMatchObject([
      { ...jane, ...company },
      { name: 'Tom Reed', ...company },
    ]);

    const source = new PassThrough();
    source.end(`Company,Website\nStudio,${site}\nBakery,${web.siteUrl('bakery-holm.com')}`);
    const { stream, own } = await readUrlStream(source);
    const urls = urlLines(stream, [], new AbortController().signal);
    const csv = parseCsv((await run(urls, { format: 'csv', own, people: true })).out);
    expect(csv).toMatchObject([
      { Company: 'Studio', ...jane },
      { Company: 'Studio', name: 'Tom Reed' },
    ]);
  });

  it('stops on a signal, with the rows it has', async () => {
    const stop = new AbortController();
    const out = new PassThrough();
    out.once('data', () => stop.abort());
    const urls = [web.siteUrl('bakery-holm.com'), web.siteUrl('slow-antiques.com')];
    const { err } = await run(urls, { out, signal: stop.signal });
    expect(err).toMatch(/^Stopped: 1 website,/);
  });

  it('waits for a slow reader', async () => {
    const out = new PassThrough({ highWaterMark: 1 });
    let text = '';
    const urls = Array.from({ length: 30 }, (_, index) => web.siteUrl(generatedName(index)));
    const done = run(urls, { out });
    setTimeout(() => out.on('data', (chunk) => (text += chunk)), 200);
    await done;
    expect(text.trimEnd().split('\n')).toHaveLength(30);
  });
});
