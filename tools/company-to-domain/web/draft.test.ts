import { expect, it } from 'vitest';
import {
  columnChoice,
  columnWarning,
  companyRequest,
  readDraft,
  validationMessage,
  withFile,
} from './draft.ts';

/** The text of the form after a file. */
const fileText = (text: string, file: string) => withFile({ text, column: null }, file)?.text ?? null;

it('counts names, duplicates and hints, and sends hints only where there are some', () => {
  const { entries, duplicates, hints } = readDraft(' Acme \n\nNord AG\tDE\nAcme\r\nNord AG\tnord.de');
  expect({ count: entries.length, duplicates, hints }).toEqual({ count: 3, duplicates: 1, hints: 2 });
  expect(companyRequest({ entries, table: null }, true)).toEqual({
    company_names: [
      'Acme',
      { company_name: 'Nord AG', country: 'DE', website: null },
      { company_name: 'Nord AG', country: null, website: 'nord.de' },
    ],
  });
});

it('says if lines look like a table without a company column', () => {
  expect(readDraft('Nr;Bezeichnung;Ort\n1;Acme;Kiel\n2;Nord;Köln').unnamed?.columns).toEqual([
    'Nr',
    'Bezeichnung',
    'Ort',
  ]);
  expect(readDraft('Nr;Firma;Ort\n1;Acme;Kiel\n2;Nord;Köln').unnamed).toBeNull();
  expect(readDraft('Acme, Inc.\nNord AG').unnamed).toBeNull();
});

it('sends the start of lines that are too long for a name', () => {
  const { entries } = readDraft(`${'x'.repeat(399)}🚀${'y'.repeat(1_000_000)}\nAcme`);
  expect(companyRequest({ entries, table: null }, true)).toEqual({
    company_names: ['x'.repeat(399), 'Acme'],
  });
});

it('refuses empty and too long lists with the messages of the specification', () => {
  expect(validationMessage([])).toBe('Please enter at least one company name');
  const { entries } = readDraft(Array.from({ length: 10_001 }, (_, n) => `A${n}`).join('\n'));
  expect(validationMessage(entries)).toBe('Maximum 10,000 companies per request');
  expect(validationMessage(entries.slice(1))).toBeNull();
});

it('keeps every row and the own columns of a file of people', () => {
  const file = `\ufeffName,Company,Note\n${Array.from({ length: 150 }, (_, n) => `P${n},"Firm, ${n % 47}",n${n}`).join('\n')}\n`;
  const text = fileText('', file) ?? '';
  const draft = readDraft(text);
  expect(draft.entries).toHaveLength(47);
  const request = companyRequest(draft, true);
  expect(request.company_names).toHaveLength(150);
  expect(request.company_names[149]).toBe('Firm, 8');
  expect(request.list).toMatchObject({ columns: ['Name', 'Company', 'Note'] });
  expect(request.list?.rows[149]).toBe('P149,"Firm, 8",n149');
  expect(companyRequest(draft, false)).toMatchObject({ company_names: { length: 47 } });
  expect(fileText('', 'a,b,c\n1,2,3\n4,5,6\n')).toBeNull();
  expect(fileText('Acme', 'Company,Country\nNord,DE\n')).toBe('Acme\nNord\tDE');
});

it('keeps the city of a table, also without a country', () => {
  const draft = readDraft('Company,City\nAcme Ltd,Leeds\nAcme Ltd,York\nPlain Ltd,\n');
  expect(draft).toMatchObject({ duplicates: 0, hints: 2 });
  const entry = { country: null, website: null };
  expect(companyRequest(draft, true).company_names).toEqual([
    { ...entry, company_name: 'Acme Ltd', city: 'Leeds' },
    { ...entry, company_name: 'Acme Ltd', city: 'York' },
    'Plain Ltd',
  ]);
});

it('keeps the cities of a file that is added to a list, and those of a list that a file is added to', () => {
  const request = (text: string | null) => companyRequest(readDraft(text ?? ''), true).company_names;
  const leeds = { company_name: 'Acme Ltd', country: null, website: null, city: 'Leeds' };
  const york = { ...leeds, city: 'York' };
  const lines = fileText('Nord AG\tDE\nPlain, Inc.', 'Company,City\nAcme Ltd,Leeds\nAcme Ltd,York\n');
  const nord = { company_name: 'Nord AG', country: 'DE', website: null };
  expect(request(lines)).toEqual([nord, 'Plain, Inc.', leeds, york]);
  expect(request(fileText(lines ?? '', 'Oak'))).toEqual([nord, 'Plain, Inc.', leeds, york, 'Oak']);
  const tables = fileText('Nr,Company,City\n1,Acme Ltd,Leeds\n', 'Firma;Ort\nAcme Ltd;York\n');
  expect(tables?.split('\n')[0]).toBe('Nr,Company,City');
  expect(request(tables)).toEqual([leeds, york]);
});

it('adds every row of a second file to a table, and its own columns', () => {
  const first = fileText('', 'Nr,Land,Firma\n1,DE,Nord\n2,,"Acme, Inc."\n') ?? '';
  const request = (text: string | null) => companyRequest(readDraft(text ?? ''), true);
  const tables = request(fileText(first, 'Country,Note,Company\nFR,x,Oak\n,y,\n'));
  const [oak] = tables.company_names.slice(2);
  expect(oak).toEqual({ company_name: 'Oak', country: 'FR', website: null });
  expect(tables.list).toEqual({
    columns: ['Nr', 'Land', 'Firma', 'Note'],
    rows: ['1,DE,Nord,', '2,,"Acme, Inc.",', ',FR,Oak,x', ',,,y'],
  });
  const lines = request(fileText(first, 'Oak\nElm\tFR\n'));
  expect(lines.list?.rows.slice(2)).toEqual([',,Oak', ',FR,Elm']);
  const clearer = fileText('Nr,Account\n1,Acme\n2,Nord', 'Company Name,Company,Note\nOak,x,n\n');
  expect(request(clearer).company_names).toEqual(['Acme', 'Nord', 'Oak']);
});

it('takes the likeliest column of a file without a company column, and keeps the choice with more rows', () => {
  const file = 'Nr;Bezeichnung;Ort\n1;Acme;Kiel\n2;Nord;Köln';
  const first = withFile({ text: '', column: null }, file);
  expect(first).toEqual({ text: file, column: 1 });
  expect(readDraft(file, 1)).toMatchObject({ entries: [{ company_name: 'Acme' }, { company_name: 'Nord' }] });
  expect(companyRequest(readDraft(file, 1), true).list?.columns).toEqual(['Nr', 'Bezeichnung', 'Ort']);
  const more = withFile({ text: file, column: 1 }, 'Company,Country\nOak,DE\n');
  expect(more?.column).toBe(1);
  const names = readDraft(more?.text ?? '', 1).entries.map(({ company_name }) => company_name);
  expect(names).toEqual(['Acme', 'Nord', 'Oak']);
  expect(withFile({ text: 'Acme', column: null }, file)).toBeNull();
});

it('offers every column of a table, and lines in place of one that names no companies', () => {
  const choose = (text: string, name: string) => {
    const choice = columnChoice(readDraft(text));
    const column = choice?.columnAt(choice.names.indexOf(name)) ?? null;
    return { column, companies: readDraft(text, column).entries.map(({ company_name }) => company_name) };
  };
  const tabs = 'Prospect\tTown\tARR\nAcme\tBerlin\t100\nBeta\tUlm\t200';
  expect(columnChoice(readDraft(tabs))).toMatchObject({
    names: ['None: each line starts with a name', 'Prospect', 'Town', 'ARR'],
    chosen: 0,
  });
  expect(choose(tabs, 'Prospect')).toEqual({ column: 0, companies: ['Acme', 'Beta'] });
  expect(columnChoice(readDraft(tabs, 0))?.chosen).toBe(1);
  const commas = 'Prospect,ARR\nAcme,100\nBeta,200';
  expect(columnChoice(readDraft(commas))?.names[0]).toBe('None: each line is a name');
  expect(choose(commas, 'Prospect')).toEqual({ column: 0, companies: ['Acme', 'Beta'] });
  const named = 'Brand,Company\nB,Acme';
  expect(columnChoice(readDraft(named))).toMatchObject({ names: ['Brand', 'Company'], chosen: 1 });
  expect(choose(named, 'Brand')).toEqual({ column: 0, companies: ['B'] });
  expect(columnChoice(readDraft('Acme\nBeta'))).toBeNull();
});

it('keeps all columns of a file with tabs whose header names no companies', () => {
  const choose = (file: string) => {
    const draft = withFile({ text: '', column: null }, file);
    const { entries, table } = readDraft(draft?.text ?? '', draft?.column);
    return { ...draft, companies: entries.map(({ company_name }) => company_name), columns: table?.columns };
  };
  const label = 'ID\tLabel\tCity\n1\tAcme\tBerlin\n2\tBeta\tUlm';
  expect(choose(label)).toEqual({
    text: label,
    column: 1,
    companies: ['Acme', 'Beta'],
    columns: ['ID', 'Label', 'City'],
  });
  const prospect = 'Prospect\tTown\tARR\nAcme\tBerlin\t100\nBeta\tUlm\t200';
  expect(choose(prospect)).toMatchObject({ column: 0, columns: ['Prospect', 'Town', 'ARR'] });
  // Names with their hints have no header, and stay lines.
  const hints = 'Acme\tGermany\tacme.de\nBeta\tFrance\tbeta.fr';
  expect(choose(hints)).toMatchObject({ text: hints, column: null, companies: ['Acme', 'Beta'] });
  expect(readDraft(hints).entries[0]).toMatchObject({ country: 'Germany', website: 'acme.de' });
  const numbers = '1\t2\t3\n4\t5\t6';
  expect(choose(numbers)).toMatchObject({ column: null });
});

it('adds a file of names with their addresses to a list', () => {
  const file = 'Acme,https://acme.com\nBeta,https://beta.com\n';
  expect(withFile({ text: '', column: null }, file)).toEqual({ text: file.trimEnd(), column: null });
  expect(fileText('Zeta', file)).toBe('Zeta\nAcme\thttps://acme.com\nBeta\thttps://beta.com');
  const table = fileText('Nr,Company,Website\n1,Zeta,\n', file) ?? '';
  expect(readDraft(table).entries.map(({ website }) => website)).toEqual([
    null,
    'https://acme.com',
    'https://beta.com',
  ]);
  // Typed lines can be added to it as well.
  const more = withFile({ text: file, column: null }, 'Oak\n');
  expect(readDraft(more?.text ?? '', more?.column).entries.map(({ company_name }) => company_name)).toEqual([
    'Acme',
    'Beta',
    'Oak',
  ]);
});

it('asks to check the column that was chosen in a file', () => {
  const file = 'Account Owner;Deal;ARR\nAnn;Acme renewal;100\nBob;Beta new;200';
  const draft = withFile({ text: '', column: null }, file);
  expect(draft?.column).toBe(1);
  expect(columnWarning(readDraft(file, 1))).toBe(
    'No column says that it has the companies. Check that they are in “Deal”.',
  );
  expect(columnWarning(readDraft(file, 0))).toBeNull();
  expect(columnWarning(readDraft(file))).toMatch(/^This looks like a table without a company column/);
  expect(columnWarning(readDraft('Company;City\nAcme;Kiel'))).toBeNull();
  expect(columnWarning(readDraft('Acme\tGermany\tacme.de\nBeta\tFrance\tbeta.fr'))).toBeNull();
});
