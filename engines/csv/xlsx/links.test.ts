import { expect, it } from 'vitest';
import { linkBudget, readSheetLinks } from './sheet-links.ts';
import { cellsOf, inlineRows, type TestWorkbook, testWorkbook } from './test-workbooks.ts';
import { workbookRows } from './workbook-csv.ts';
import { openZip } from './zip-parts.ts';

const LINK = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink';

const LIMITS = { rows: 100, columns: 500, cells: 1000, chars: 1e6, unpackedBytes: 1e6 };

/** A sheet with addresses behind cells, as Excel and Google Sheets write them. */
function linked(
  rows: readonly (readonly string[])[],
  links: Readonly<Record<string, string>>,
  before = '',
): TestWorkbook {
  const all = Object.entries(links);
  return {
    sheets: [
      {
        name: 'Leads',
        xml: inlineRows(rows),
        after: `<hyperlinks>${before}${all.map(([ref], at) => `<hyperlink ref="${ref}" r:id="rId${at}"/>`).join('')}</hyperlinks>`,
      },
    ],
    parts: {
      'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships>${all
        .map(
          ([, target], at) =>
            `<Relationship Id="rId${at}" Type="${LINK}" Target="${target}" TargetMode="External"/>`,
        )
        .join('')}</Relationships>`,
    },
  };
}

it('gives the address of a cell that only says that there is a link', () => {
  const rows = [
    ['Company', 'Website', 'LinkedIn', 'Mail'],
    ['Acme', 'Website', 'View profile', 'Send email'],
    ['Nord', 'nord.de', 'LinkedIn', 'info@nord.de'],
    ['Oak', 'Zur Webseite', '', 'E-Mail'],
  ];
  const links = {
    B2: 'https://acme.com/?a=1&amp;b=2',
    B3: 'https://www.nord.de/',
    B4: 'https://oak.com',
    C2: 'https://www.linkedin.com/in/jane-doe',
    C3: 'https://www.linkedin.com/in/joe',
    // No one sees it.
    C4: 'https://www.linkedin.com/in/hidden',
    D2: 'mailto:jane%2Bx@acme.com?subject=Hi',
    D3: 'mailto:info@nord.de',
    D4: 'file:///C:/mail.txt',
  };
  expect(cellsOf(testWorkbook(linked(rows, links)))).toEqual([
    rows[0],
    ['Acme', 'https://acme.com/?a=1&b=2', 'https://www.linkedin.com/in/jane-doe', 'jane+x@acme.com'],
    ['Nord', 'nord.de', 'https://www.linkedin.com/in/joe', 'info@nord.de'],
    ['Oak', 'https://oak.com', '', 'E-Mail'],
  ]);
});

it('keeps other texts, and adds a column with their addresses', () => {
  const rows = [
    ['Our customers of 2026'],
    ['Name', 'Company', 'Phone', 'Note'],
    ['Jane Doe', 'Acme Inc', '+1 202 555 0185', 'x'],
    ['Joe Roe', 'Nord AG', 'Call'],
  ];
  const links = {
    'A3:A3': 'https://www.linkedin.com/in/jane',
    B3: 'https://acme.com',
    B4: 'https://nord.de',
    C3: 'tel:+12025550185',
    C4: 'tel:+4930123',
  };
  const bytes = testWorkbook(linked(rows, links));
  expect(cellsOf(bytes)).toEqual([
    ['Our customers of 2026'],
    ['Name', 'Company', 'Phone', 'Note', 'Name link', 'Company link', 'Phone link'],
    ['Jane Doe', 'Acme Inc', '+1 202 555 0185', 'x', 'https://www.linkedin.com/in/jane', 'https://acme.com'],
    ['Joe Roe', 'Nord AG', 'Call', '', '', 'https://nord.de', '+4930123'],
  ]);
  const reading = workbookRows(bytes, { limits: LIMITS });
  let step = reading.next();
  while (!step.done) step = reading.next();
  expect(step.value.notes).toMatchObject({ linkColumns: 3 });
});

it('reads the addresses of HYPERLINK formulas, with or without a stored value', () => {
  const link = (formula: string, value?: string) =>
    `<c t="str"><f>${formula}</f>${value === undefined ? '' : `<v>${value}</v>`}</c>`;
  const xml = `${inlineRows([['Site', 'Person', 'Other']])}
    <row>${link('HYPERLINK("https://acme.com","Website")', 'Website')}${link('HYPERLINK(&quot;https://www.linkedin.com/in/jane&quot;, &quot;Jane &quot;&quot;J&quot;&quot; Doe&quot;)')}${link('HYPERLINK("#Sheet2!A1","Go")', 'Go')}</row>
    <row>${link('HYPERLINK("https://nord.de")', 'https://nord.de')}${link('HYPERLINK(A1,"Joe")', 'Joe')}</row>`;
  expect(cellsOf(testWorkbook({ sheets: [{ name: 'A', xml }] }))).toEqual([
    ['Site', 'Person', 'Other', 'Person link'],
    ['https://acme.com', 'Jane "J" Doe', 'Go', 'https://www.linkedin.com/in/jane'],
    ['https://nord.de', 'Joe'],
  ]);
});

it('adds the addresses without a name to a table without a header', () => {
  const rows = [
    ['Acme Inc', 'Kiel'],
    ['Nord AG', 'Bonn'],
  ];
  const links = { A1: 'https://acme.com', A2: 'https://nord.de' };
  expect(cellsOf(testWorkbook(linked(rows, links)))).toEqual([
    ['Acme Inc', 'Kiel', 'https://acme.com'],
    ['Nord AG', 'Bonn', 'https://nord.de'],
  ]);
});

it('names an added column after a name that we do not know, above texts with links', () => {
  const rows = [
    ['Kundenstamm 2026'],
    ['Bezeichnung', 'Umsatz', 'Rang'],
    ['Acme Inc', '5', 'A'],
    ['Nord AG', '6', 'B'],
    ['Oak Ltd', '7', 'C'],
  ];
  const links = { A3: 'https://acme.com', A4: 'https://nord.de' };
  expect(cellsOf(testWorkbook(linked(rows, links)))).toEqual([
    rows[0],
    ['Bezeichnung', 'Umsatz', 'Rang', 'Bezeichnung link'],
    ['Acme Inc', '5', 'A', 'https://acme.com'],
    ['Nord AG', '6', 'B', 'https://nord.de'],
    rows[4],
  ]);
});

it('names no column after a first row that names none', () => {
  const rows = [
    ['Acme Inc', 'Kiel'],
    ['Nord AG', 'Bonn'],
  ];
  expect(cellsOf(testWorkbook(linked(rows, { A2: 'https://nord.de' })))).toEqual([
    ['Acme Inc', 'Kiel'],
    ['Nord AG', 'Bonn', 'https://nord.de'],
  ]);
});

it('keeps names that are also words for links, beside other names', () => {
  const rows = [
    ['Company', 'Website'],
    ['Acme', 'Website'],
    ['Visa', 'Open'],
    ['X', 'Acme shop'],
  ];
  const links = {
    A2: 'https://acme.com',
    A3: 'https://visa.com',
    A4: 'https://x.com',
    B2: 'https://a.com',
    B3: 'https://b.com',
    B4: 'https://c.com',
  };
  expect(cellsOf(testWorkbook(linked(rows, links)))).toEqual([
    ['Company', 'Website', 'Company link', 'Website link'],
    ['Acme', 'https://a.com', 'https://acme.com'],
    ['Visa', 'https://b.com', 'https://visa.com'],
    ['X', 'Acme shop', 'https://x.com', 'https://c.com'],
  ]);
});

it('adds its columns to the first that are free, so that a far note makes no row wide', () => {
  const far = Array.from({ length: 200 }, () => '');
  const rows = [
    ['Company', 'City', ...far, 'Old list'],
    ['Acme Inc', 'Kiel'],
    ['Nord AG', 'Bonn', ...far, 'Call first'],
  ];
  const links = { A2: 'https://acme.com', A3: 'https://nord.de', GU3: 'tel:+4930123' };
  const [header, acme, nord] = cellsOf(testWorkbook(linked(rows, links)));
  expect(header?.filter((cell) => cell !== '')).toEqual([
    'Company',
    'City',
    'Company link',
    'Old list link',
    'Old list',
  ]);
  expect(acme).toEqual(['Acme Inc', 'Kiel', 'https://acme.com']);
  expect(nord?.slice(0, 4)).toEqual(['Nord AG', 'Bonn', 'https://nord.de', '+4930123']);
});

it('adds no column beyond the last one that a list can have', () => {
  const rows = [
    ['Company', 'Person'],
    ['Acme Inc', 'Jane Doe'],
  ];
  const bytes = testWorkbook(linked(rows, { A2: 'https://acme.com', B2: 'https://jane.com' }));
  const reading = workbookRows(bytes, { limits: { ...LIMITS, columns: 3, cells: 4 } });
  const read: string[][] = [];
  let step = reading.next();
  for (; !step.done; step = reading.next()) read.push(...step.value.map(({ cells }) => cells));
  expect(read).toEqual([
    ['Company', 'Person', 'Company link'],
    ['Acme Inc', 'Jane Doe', 'https://acme.com'],
  ]);
  expect(step.value.notes).toMatchObject({ linkColumns: 1 });
});

it('looks at no more cells than a sheet can have links', () => {
  const links = { A1: 'https://acme.com', B1: 'https://kiel.de' };
  const ranges = '<hyperlink ref="A1:A60000" r:id="rId0"/>'.repeat(2);
  expect(cellsOf(testWorkbook(linked([['Acme Inc', 'Kiel']], links, ranges)))).toEqual([
    ['Acme Inc', 'Kiel', 'https://acme.com'],
  ]);
});

it('keeps no more text of links than a file may have', () => {
  const count = (workbook: TestWorkbook, chars: number) => {
    const zip = openZip(testWorkbook(workbook));
    const budget = { ...linkBudget(1e6), chars };
    const reading = readSheetLinks(zip, 'xl/worksheets/sheet1.xml', budget);
    let step = reading.next();
    while (!step.done) step = reading.next();
    return step.value.size;
  };
  // A link has an id of 4 characters and an address of 16.
  const plain = linked([], { A1: 'https://acme.com', B1: 'https://kiel.com' });
  expect([count(plain, 40), count(plain, 39)]).toEqual([2, 1]);
  // Each of these has an address of its own.
  const places = ['A1', 'A2', 'A3'].map((ref) => `<hyperlink ref="${ref}" r:id="rId0" location="team"/>`);
  const withPlaces = linked([], { B1: 'https://acme.com' }, places.join(''));
  expect([count(withPlaces, 80), count(withPlaces, 79)]).toEqual([4, 3]);
});
