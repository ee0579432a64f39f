import { describe, expect, it } from 'vitest';
import { readPastedWebsites } from '#engines/csv/pasted-websites.ts';
import {
  joinTables,
  linesOfTable,
  listUrlRequest,
  ownTable,
  ROWS_SENT_MAX,
  readUrlTable,
  urlRequest,
} from './url-table.ts';

const CSV =
  'Company,LinkedIn,Website,Note\n"Acme, Inc.",https://www.linkedin.com/company/acme,acme.com,"says ""hi"""\nBeta,https://www.linkedin.com/company/beta,,\nGamma,,HTTPS://gamma.de/ ,x\nGamma 2,,https://gamma.de,y\n';

describe('a table of websites', () => {
  it('keeps all cells of each row, and finds the column of websites', () => {
    const table = readUrlTable(CSV);
    expect(table?.columns).toEqual(['Company', 'LinkedIn', 'Website', 'Note']);
    expect(table?.rows).toEqual([
      {
        url: 'acme.com',
        record: '"Acme, Inc.",https://www.linkedin.com/company/acme,acme.com,"says ""hi"""',
      },
      { url: '', record: 'Beta,https://www.linkedin.com/company/beta,,' },
      { url: 'HTTPS://gamma.de/', record: 'Gamma,,HTTPS://gamma.de/,x' },
      { url: 'https://gamma.de', record: 'Gamma 2,,https://gamma.de,y' },
    ]);
    expect(table && linesOfTable(table)).toEqual(['acme.com', 'HTTPS://gamma.de/', 'https://gamma.de']);
  });

  it('knows the line that tells Excel the delimiter', () => {
    const text = 'sep=;\r\nFirm;Website\r\n"Acme, Inc.";acme.com\r\n';
    expect(readUrlTable(text)).toEqual({
      columns: ['Firm', 'Website'],
      rows: [{ url: 'acme.com', record: '"Acme, Inc.",acme.com' }],
    });
    const list = readPastedWebsites(text);
    const request = listUrlRequest(text, list, ownTable(list, { keeps: true, added: null }));
    expect(request).toEqual({
      urls: ['acme.com'],
      list: { columns: ['Firm', 'Website'], rows: ['"Acme, Inc.",acme.com'] },
    });
  });

  it('may be cells of a spreadsheet without a header', () => {
    expect(readUrlTable('Acme\tsite.com\nBeta\tbeta.org')).toEqual({
      columns: ['column_1', 'column_2'],
      rows: [
        { url: 'site.com', record: 'Acme,site.com' },
        { url: 'beta.org', record: 'Beta,beta.org' },
      ],
    });
  });

  it('keeps a row together with the address in a messy cell', () => {
    const cells = ['• https://a.com/', '"b.com";', '<c.com>', 'Mail <info@d.com>', '"http://e.com/";', ''];
    const text = ['Name\tWebsite', ...cells.map((cell, index) => `Firm ${index}\t${cell}`)].join('\n');
    const list = readPastedWebsites(text);
    const request = listUrlRequest(text, list, ownTable(list, { keeps: true, added: null }));
    expect(request.urls).toEqual([
      'https://a.com/',
      'https://b.com/',
      'https://c.com/',
      'https://d.com/',
      'http://e.com/',
      '',
    ]);
    expect(request.list?.rows).toHaveLength(6);
  });

  it.each([
    ['plain lines', 'acme.com\nhttps://b.org/?a=1'],
    ['addresses with commas', 'acme.com\r\n\r\nhttps://b.com/?a=1,2\rhttps://c.com/a,b,c\nnot a url\n'],
    ['text', 'hello, world\nno, address'],
    ['nothing', ''],
  ])('is not %s', (_, text) => expect(readUrlTable(text)).toBeNull());

  it('grows by a table with the same columns, and by one with others', () => {
    const one = readUrlTable('Name,Website\nA,a.com');
    const two = readUrlTable('Name,Website\nB,b.com');
    const other = readUrlTable('Firm,Website\nC,c.com');
    if (!one || !two || !other) throw new Error('These are tables.');
    expect(joinTables(one, two).rows.map(({ url }) => url)).toEqual(['a.com', 'b.com']);
    expect(joinTables(one, other)).toEqual({
      columns: ['Name', 'Website', 'Firm'],
      rows: [
        { url: 'a.com', record: 'A,a.com,' },
        { url: 'c.com', record: ',c.com,C' },
      ],
    });
  });
});

describe('the request', () => {
  const table = readUrlTable(CSV);

  it('has each address once, as written', () => {
    expect(urlRequest(' acme.com \nnot a url\n\nHTTPS://Acme.com/#x\nb.org', null)).toEqual({
      urls: ['acme.com', 'b.org'],
    });
  });

  it('has the rows of the table in order, also those without an address, and then other lines', () => {
    expect(urlRequest('other.org\nacme.com\nhttps://gamma.de/', table)).toEqual({
      urls: ['acme.com', '', 'HTTPS://gamma.de/', 'https://gamma.de', 'other.org'],
      list: { columns: table?.columns, rows: [...(table?.rows.map(({ record }) => record) ?? []), ''] },
    });
  });

  it('has every row of a website that is written in several ways', () => {
    const rows = Array.from({ length: 6 }, (_, n) => `Firm ${n},${n % 2 ? 'www.' : ''}site${n >> 1}.com`);
    const beside = readUrlTable(['Name,Website', ...rows].join('\n'));
    if (!beside) throw new Error('This is a table.');
    const text = linesOfTable(beside).join('\n');
    const request = listUrlRequest(text, readPastedWebsites(text), beside);
    expect(request.urls).toEqual(rows.map((row) => row.split(',')[1]));
    expect(request.list?.rows).toEqual(rows);
    const other = urlRequest('HTTP://www.site1.com/', beside);
    expect(other.list?.rows).toEqual(rows.slice(2, 4));
  });

  it('leaves out rows whose address was deleted from the text, and a table without any left', () => {
    expect(urlRequest('acme.com', table).urls).toEqual(['acme.com', '']);
    expect(urlRequest('other.org', table)).toEqual({ urls: ['other.org'] });
  });

  it('has every row of a table whose rows share few addresses', () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `Name ${n},site${n % 40}.com`);
    const table = readUrlTable(['Name,Website', 'Nobody,', ...rows].join('\n'));
    const text = [...new Set(rows.map((row) => row.split(',')[1]))].join('\n');
    const sent = urlRequest(text, table);
    expect(sent.urls).toHaveLength(20_001);
    expect(sent.list?.rows).toHaveLength(20_001);
  });

  it('has no row without an address beyond the limit of the request', () => {
    const rows = Array.from({ length: ROWS_SENT_MAX }, (_, n) => `Name ${n},site${n}.com`);
    const long = readUrlTable(['Name,Website', 'Nobody,', ...rows].join('\n'));
    const { urls, list } = urlRequest(rows.map((row) => row.split(',')[1]).join('\n'), long);
    expect(urls).toHaveLength(ROWS_SENT_MAX);
    expect(list?.rows).toHaveLength(ROWS_SENT_MAX);
    expect(urls).not.toContain('');
  });
});
