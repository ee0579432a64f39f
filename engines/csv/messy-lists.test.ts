import { describe, expect, it } from 'vitest';
import { emailItemKey, readEmployer } from '#engines/list-items/person.ts';
import { decodeText } from './decode-csv.ts';
import { readPastedWebsites } from './pasted-websites.ts';
import { readPersonTable } from './person-table.ts';

const utf16le = (text: string) => decodeText(new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')]));
const utf16be = (text: string) =>
  decodeText(new Uint8Array([0xfe, 0xff, ...Buffer.from(text, 'utf16le').swap16()]));
const windows1252 = (text: string) => decodeText(new Uint8Array(Buffer.from(text, 'latin1')));
const utf8Bom = (text: string) => decodeText(new Uint8Array([0xef, 0xbb, 0xbf, ...Buffer.from(text)]));

const NOT_ONE = "isn't a web address";
const PROVIDER = 'is a mailbox provider, not a company website';
const AROUND = 'has other text around the address. Put the address alone in its line or cell';
const EMPTY = 'has no web address';

interface WebsiteCase {
  name: string;
  text: string;
  /** keys of what is taken */
  taken: string[];
  repeats?: number;
  /** line and reason of what is left out */
  leftOut?: [number, string][];
  /** the chosen column of a table */
  column?: string;
}

const WEBSITES: WebsiteCase[] = [
  { name: 'a cell copied from Excel', text: 'acme.com\r\n', taken: ['acme.com'] },
  { name: 'two cells of a row', text: 'Acme\tsite.com', taken: ['site.com'], column: 'Column 2' },
  {
    name: 'cells from Excel with a header',
    text: 'Company\tWebsite\tCity\r\nAcme\tacme.com\tBonn\r\nBeta\tbeta.de\tKöln\r\n',
    taken: ['acme.com', 'beta.de'],
    column: 'Website',
  },
  {
    name: 'cells from Sheets with a quoted line break',
    text: 'Company\tWebsite\n"Acme\nInc."\tacme.com\nBeta\tbeta.de',
    taken: ['acme.com', 'beta.de'],
    column: 'Website',
  },
  {
    name: 'cells from LibreOffice with quotes in quotes',
    text: '"The ""Best"" Co."\thttp://best.co/\nBeta\twww.beta.de',
    taken: ['best.co', 'beta.de'],
    column: 'Column 2',
  },
  {
    name: 'an empty cell in the column',
    text: 'Name\tWeb\nAcme\tacme.com\nNone\t\nBeta\tbeta.de',
    taken: ['acme.com', 'beta.de'],
    leftOut: [[3, EMPTY]],
    column: 'Web',
  },
  {
    name: 'columns of websites',
    text: 'a.com\tb.com\nc.com\td.com',
    taken: ['a.com', 'b.com', 'c.com', 'd.com'],
  },
  { name: 'commas in one line', text: 'a.com, b.com,c.com', taken: ['a.com', 'b.com', 'c.com'] },
  { name: 'semicolons in one line', text: 'a.com; b.com;c.com;', taken: ['a.com', 'b.com', 'c.com'] },
  { name: 'spaces in one line', text: 'a.com b.com  c.com', taken: ['a.com', 'b.com', 'c.com'] },
  { name: 'full addresses with commas', text: 'https://a.com/,https://b.com/x', taken: ['a.com', 'b.com/x'] },
  {
    name: 'a comma in an address',
    text: 'https://b.com/?a=1,2\nhttps://c.com',
    taken: ['b.com?a=1,2', 'c.com'],
  },
  { name: 'a semicolon in an address', text: 'https://b.com/x;id=1', taken: ['b.com/x;id=1'] },
  {
    name: 'an address in an address',
    text: 'https://a.com/go?u=https://b.com',
    taken: ['a.com/go?u=https://b.com'],
  },
  {
    name: 'bullets',
    text: '- acme.com\n* beta.de\n• gamma.fr\n•delta.it\n– epsilon.es',
    taken: ['acme.com', 'beta.de', 'gamma.fr', 'delta.it', 'epsilon.es'],
  },
  {
    name: 'numbering',
    text: '1. acme.com\n2) beta.de\n(3) gamma.fr\n10. delta.it',
    taken: ['acme.com', 'beta.de', 'gamma.fr', 'delta.it'],
  },
  {
    name: 'numbering with tabs',
    text: '1.\tacme.com\n2.\tbeta.de',
    taken: ['acme.com', 'beta.de'],
    column: 'Column 2',
  },
  { name: 'letters', text: 'a) acme.com\nb) beta.de', taken: ['acme.com', 'beta.de'] },
  { name: 'check boxes', text: '- [ ] acme.com\n- [x] beta.de', taken: ['acme.com', 'beta.de'] },
  { name: 'angle brackets', text: '<https://acme.com>\n<beta.de>', taken: ['acme.com', 'beta.de'] },
  {
    name: 'quotes',
    text: '"acme.com"\n“beta.de”\n\'gamma.fr\'\n„delta.de“',
    taken: ['acme.com', 'beta.de', 'gamma.fr', 'delta.de'],
  },
  {
    name: 'Markdown links',
    text: '- [Acme](https://acme.com)\n- [Beta](https://beta.de/x)',
    taken: ['acme.com', 'beta.de/x'],
  },
  { name: 'email addresses', text: 'info@site.com\nJane <jane@beta.de>', taken: ['site.com', 'beta.de'] },
  {
    name: 'mailbox providers',
    text: 'joe@gmail.com\njoe@yahoo.co.uk\ninfo@site.com',
    taken: ['site.com'],
    leftOut: [
      [1, PROVIDER],
      [2, PROVIDER],
    ],
  },
  {
    name: 'zero-width characters',
    text: '\u200bacme.com\nbeta\u200b.de\n\u2060gamma.fr\ufeff',
    taken: ['acme.com', 'beta.de', 'gamma.fr'],
  },
  { name: 'a soft hyphen', text: 'ac\u00adme.com', taken: ['acme.com'] },
  {
    name: 'no-break spaces',
    text: '\u00a0acme.com\u00a0\n\u00a0\n\u3000beta.de',
    taken: ['acme.com', 'beta.de'],
  },
  { name: 'a trailing dot', text: 'acme.com.\nhttps://beta.de/x.', taken: ['acme.com', 'beta.de/x'] },
  { name: 'a trailing comma', text: 'acme.com,\nbeta.de;', taken: ['acme.com', 'beta.de'] },
  {
    name: 'one site in many forms',
    text: 'acme.com\nhttp://acme.com\nhttps://www.acme.com/\nWWW.ACME.COM\nacme.com/?\nacme.com#top',
    taken: ['acme.com'],
    repeats: 5,
  },
  {
    name: 'different pages of a site',
    text: 'acme.com/a\nacme.com/b/\nacme.com/b\nacme.com/?p=1',
    taken: ['acme.com/a', 'acme.com/b', 'acme.com?p=1'],
    repeats: 1,
  },
  {
    name: 'numbers and dates',
    text: '3.14\n12.50\n2024.05\n01.02.2024\nacme.com',
    taken: ['acme.com'],
    leftOut: [
      [1, NOT_ONE],
      [2, NOT_ONE],
      [3, NOT_ONE],
      [4, NOT_ONE],
    ],
  },
  {
    name: 'text',
    text: 'Acme Inc acme.com\nsee below\nbeta.de',
    taken: ['beta.de'],
    leftOut: [
      [1, AROUND],
      [2, NOT_ONE],
    ],
  },
  {
    name: 'sentences',
    text:
      'Please look at www.acme.com, they bought beta.de last year (see https://gamma.eu/news).\n' +
      'we use node.js and a script main.py, e.g for the old.Site of them\nacme.com',
    taken: ['acme.com', 'beta.de', 'gamma.eu/news'],
    repeats: 1,
    leftOut: [[2, AROUND]],
  },
  {
    name: 'bullets of more kinds',
    text: '✅ a.com\n☑️ b.com\n👉 c.com\n➤ d.com\n~ e.com\n1、f.cn\n② g.cn\niv) h.com\n⁃ i.com',
    taken: ['a.com', 'b.com', 'c.com', 'd.com', 'e.com', 'f.cn', 'g.cn', 'h.com', 'i.com'],
  },
  { name: 'names with a comma', text: 'Acme, Inc.\nacme.com', taken: ['acme.com'], leftOut: [[1, NOT_ONE]] },
  { name: 'a name and a site with a comma', text: 'Acme, acme.com', taken: ['acme.com'] },
  {
    name: 'CSV',
    text: 'Name,Website,Email\n"Acme, Inc.",https://acme.com,info@acme.com\nBeta,b.co.uk,\n',
    taken: ['acme.com', 'b.co.uk'],
    column: 'Website',
  },
  {
    name: 'CSV with quoted line breaks',
    text: 'Name,Address,Website\r\n"Acme","Street 1\r\n53111 Bonn",acme.com\r\n"Beta","Weg 2\r\nKöln",beta.de\r\n',
    taken: ['acme.com', 'beta.de'],
    column: 'Website',
  },
  {
    name: 'semicolons of a German Excel',
    text: 'Firma;Webseite\nMüller;müller.de\nSchulz;schulz.de',
    taken: ['xn--mller-kva.de', 'schulz.de'],
    column: 'Webseite',
  },
  {
    name: "Excel's hint",
    text: 'sep=;\r\nFirma;Web\r\nMüller;mueller.de\r\n',
    taken: ['mueller.de'],
    column: 'Web',
  },
  {
    name: 'pipes',
    text: '| Acme | acme.com |\n| Beta | beta.de |',
    taken: ['acme.com', 'beta.de'],
    column: 'Column 3',
  },
  {
    name: 'a LinkedIn column before the website',
    text: 'Name,LinkedIn,Website\nAcme,https://linkedin.com/company/acme,acme.com\nBeta,https://linkedin.com/company/beta,\n',
    taken: ['acme.com'],
    leftOut: [[3, EMPTY]],
    column: 'Website',
  },
  {
    name: 'a table with emails only',
    text: 'Name,Email\nJane,jane@acme.com\nJoe,joe@beta.de',
    taken: ['acme.com', 'beta.de'],
    column: 'Email',
  },
  {
    name: 'several websites in a cell',
    text: 'Name,Websites\nAcme,"acme.com; acme.de"\nBeta,beta.de',
    taken: ['acme.com', 'acme.de', 'beta.de'],
    column: 'Websites',
  },
  { name: 'a hyperlink formula', text: '=HYPERLINK("https://acme.com";"Acme")', taken: ['acme.com'] },
  {
    name: 'a Windows-1252 file',
    text: windows1252('Firma;Web\nMüller;müller.de\nSüß;suess.de'),
    taken: ['xn--mller-kva.de', 'suess.de'],
    column: 'Web',
  },
  {
    name: 'a UTF-16 file of Excel',
    text: utf16le('Name\tWeb\r\nÅsa\tasa.se\r\nBeta\tbeta.de\r\n'),
    taken: ['asa.se', 'beta.de'],
    column: 'Web',
  },
  {
    name: 'a big-endian UTF-16 file',
    text: utf16be('Name\tWeb\nÅsa\tasa.se'),
    taken: ['asa.se'],
    column: 'Web',
  },
  {
    name: 'a UTF-8 file with a byte order mark',
    text: utf8Bom('acme.com\nbeta.de'),
    taken: ['acme.com', 'beta.de'],
  },
  { name: 'old line ends', text: 'acme.com\rbeta.de\r', taken: ['acme.com', 'beta.de'] },
  {
    name: 'other schemes and passwords',
    text: 'ftp://acme.com\nhttps://user:pw@acme.com\njavascript:alert(1)\nintranet\nacme.com',
    taken: ['acme.com'],
    leftOut: [
      [1, NOT_ONE],
      [2, NOT_ONE],
      [3, NOT_ONE],
      [4, NOT_ONE],
    ],
  },
];

describe('a messy list of websites', () => {
  it.each(WEBSITES)('$name', ({ text, taken, repeats = 0, leftOut = [], column }) => {
    const list = readPastedWebsites(text);
    expect(list.taken.map(({ key }) => key)).toEqual(taken);
    expect(list.repeats).toBe(repeats);
    expect(list.leftOut.map(({ line, why }) => [line, why])).toEqual(leftOut);
    expect(list.table?.columns[list.table.column]?.name).toBe(column);
  });

  it('takes another column of a table by choice', () => {
    const text = 'Name,Website,Email\nAcme,acme.com,info@other.com\nBeta,beta.de,x@gmail.com';
    const list = readPastedWebsites(text, { column: 2 });
    expect(list.taken.map(({ url }) => url)).toEqual(['https://other.com/']);
    expect(list.leftOut).toEqual([{ line: 3, row: 3, text: 'x@gmail.com', why: PROVIDER }]);
    expect(list.table?.columns.map(({ websites }) => websites)).toEqual([0, 2, 1]);
    expect(readPastedWebsites(text, { column: 9 }).table?.column).toBe(1);
  });
});

const PEOPLE_HEADER = 'first_name,last_name,domain\n';
const JANE = 'person jane miller at acme.com';

/** A file, the keys of its items, and the line and fault of rows that people should check. */
const PEOPLE: [name: string, text: string, keys: string[], faults?: [number, string][]][] = [
  [
    'one person written six ways',
    `${PEOPLE_HEADER}Jane,Miller,acme.com\nJANE,MILLER,ACME.COM\n Jane , Miller ,www.acme.com\njane,miller,https://acme.com/\nJane,Miller,http://www.acme.com/about?x\n"Miller, Jane",,info@acme.com\nJane Miller,,acme.com.\n`,
    [JANE],
  ],
  [
    'invisible characters',
    `${PEOPLE_HEADER}\u200bJane,Mil\u200bler,acme\u200b.com\nJane,Miller\u00a0,<acme.com>\n`,
    [JANE],
  ],
  [
    'apostrophes and hyphens',
    `${PEOPLE_HEADER}Anne‑Marie,O’Neil,acme.com\nAnne-Marie,O'Neil,acme.com`,
    ["person anne-marie o'neil at acme.com"],
  ],
  [
    'decomposed accents',
    `${PEOPLE_HEADER}Jose\u0301,Garci\u0301a,acme.com\nJosé,García,acme.com`,
    ['person josé garcía at acme.com'],
  ],
  [
    'an international domain',
    `${PEOPLE_HEADER}Jane,Miller,müller.de\nJane,Miller,xn--mller-kva.de`,
    ['person jane miller at xn--mller-kva.de'],
  ],
  [
    'one address in many forms',
    'email\njane@acme.com\nJANE@ACME.COM\nJane Miller <jane@acme.com>\nmailto:jane@acme.com?subject=Hi\n"jane@acme.com,"\n<jane@acme.com>\n- jane@acme.com\n\u200bjane@acme.com\njane@acme.com.',
    ['address jane@acme.com'],
  ],
  [
    'cells of Sheets with emails',
    'Name\tE-Mail\nJane\t"Jane <jane@acme.com>"\nJoe\tjoe@b.com;',
    ['address jane@acme.com', 'address joe@b.com'],
  ],
  [
    'a Windows-1252 file',
    windows1252('Vorname;Nachname;Website\nJürgen;Müller;müller.de'),
    ['person jürgen müller at xn--mller-kva.de'],
  ],
  ['a UTF-16 file', utf16le('Vorname\tNachname\tWebsite\r\nJane\tMiller\tacme.com\r\n'), [JANE]],
  ['quoted line breaks', `${PEOPLE_HEADER}"Jane\n",Miller,"acme.com\n"`, [JANE]],
  [
    'emails and people in one file',
    `email,${PEOPLE_HEADER}joe@b.com,Joe,Doe,b.com\n,Jane,Miller,acme.com`,
    ['address joe@b.com', JANE],
  ],
  [
    'a LinkedIn page as the website',
    `${PEOPLE_HEADER}Jane,Miller,https://linkedin.com/company/acme\nJane,Miller,acme.com`,
    ['person jane miller at https://linkedin.com/company/acme', JANE],
    [[2, 'shared-site']],
  ],
  [
    'a Facebook page as the website',
    `${PEOPLE_HEADER}Jane,Miller,facebook.com/acme`,
    ['person jane miller at facebook.com/acme'],
    [[2, 'shared-site']],
  ],
  [
    'digits in a name',
    `${PEOPLE_HEADER}J4ne,Miller,acme.com`,
    ['person j4ne miller at acme.com'],
    [[2, 'digits-in-name']],
  ],
  [
    'missing cells',
    `${PEOPLE_HEADER},,acme.com\nJane,Miller,`,
    ['person  at acme.com', 'person jane miller at '],
    [
      [2, 'no-name'],
      [3, 'no-domain'],
    ],
  ],
];

describe('a messy list of people or emails', () => {
  it.each(PEOPLE)('%s', (_, text, keys, faults = []) => {
    const { rows } = readPersonTable(text);
    expect([...new Set(rows.flatMap(({ inputs }) => inputs.map(emailItemKey)))]).toEqual(keys);
    expect(rows.flatMap(({ line, fault }) => (fault ? [[line, fault]] : []))).toEqual(faults);
  });

  it('has the domain of the employer only', () => {
    const readDomain = (cell: string) => {
      const reading = readEmployer(cell);
      return reading.ok ? reading.domain : reading.fault;
    };
    expect(
      ['linkedin.com', 'https://www.facebook.com/', 'jane@acme.com', 'sub.acme.co.uk/x'].map(readDomain),
    ).toEqual(['linkedin.com', 'facebook.com', 'acme.com', 'sub.acme.co.uk']);
    for (const page of [
      'de.linkedin.com/in/x',
      'fb.com/acme',
      'acme.github.io',
      'google.de/maps/x',
      'linktr.ee/acme',
    ])
      expect(readDomain(page)).toBe('shared-site');
  });

  it('has at least 60 cases together with the websites', () => {
    expect(WEBSITES.length + PEOPLE.length).toBeGreaterThanOrEqual(60);
  });
});
