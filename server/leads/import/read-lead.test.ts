import { describe, expect, it } from 'vitest';
import { planColumns } from './columns.ts';
import { countryOfPlace, createLeadReader } from './read-lead.ts';

it.each([
  ['Lyon, Auvergne-Rhône-Alpes, France', 'France'],
  ['france', 'France'],
  ['Atlanta, Georgia, United States', 'United States'],
  ['Boston, MA, USA', 'United States'],
  ['Istanbul, Türkiye', 'Turkey'],
  ['Prague, Czechia ', 'Czech Republic'],
  ['Greater Stockholm Metropolitan Area', ''],
  ['France, Lyon', ''],
  ['Lyon,', ''],
  ['', ''],
  ['Atlanta, Georgia', ''],
  ['Atlanta, Georgia, United States', 'United States'],
  ['Tbilisi, Georgia', 'Georgia'],
  ['Georgia', 'Georgia'],
])('the country of "%s" is "%s"', (place, country) => {
  expect(countryOfPlace(place)).toBe(country);
});

/** Reads lines of a file with this header. */
function reader(database: 'apollo' | 'leadrocks', header: string[]) {
  const { columns, read } = createLeadReader(database, planColumns(header, 'own', database), header.length);
  const lead = (line: string) => {
    const values = read(line.split(','));
    if (!Array.isArray(values)) return values;
    return Object.fromEntries(
      columns.flatMap((column, index) => (values[index] ? [[column.toLowerCase(), values[index]]] : [])),
    );
  };
  return { lead };
}

it.each(['apollo', 'leadrocks'] as const)(
  'people and places can be called “Na” in %s, and other cells are empty then',
  (database) => {
    const { lead } = reader(database, [
      'First name',
      'Last name',
      'Title',
      'Company',
      'State',
      'Country',
      'Email',
      'Phone',
    ]);
    expect(lead('Min-ji,Na,CEO,Acme,NA,NA,na@acme.example,')).toMatchObject({
      first_name: 'Min-ji',
      last_name: 'Na',
      state: 'NA',
      country: 'NA',
    });
    expect(Object.values(lead('Ann,Lee,NA,na,n/a,N/A,NA,NA'))).not.toContainEqual(
      expect.stringMatching(/^n\/?a$/i),
    );
    expect(lead('NA,NA,CEO,Acme,,,,')).toEqual({ rejected: 'The row has no name, email or profile' });
  },
);

describe.each(['apollo', 'leadrocks'] as const)('“NA” for a missing value in %s', (database) => {
  const { lead } = reader(database, ['First name', 'Last name', 'Title', 'Country', 'Email']);

  it.each(['Ann,NA,NA,NA,ann@acme.example', 'Ann,NA,CEO,NA,NA'])(
    'in a row that also has it where no one is called so: %s',
    (line) => {
      const values = lead(line);
      expect(values).toMatchObject({ first_name: 'Ann' });
      expect(Object.values(values)).not.toContain('NA');
      expect(Object.keys(values)).not.toContain('country');
      expect(Object.keys(values)).not.toContain('last_name');
    },
  );

  it('is told from a name by its capitals', () => {
    expect(lead('Min-ji,Na,NA,NA,na@acme.example')).toMatchObject({ last_name: 'Na' });
  });
});

it.each([
  [['Ann', 'NA', '', ''], 'NA'],
  [['Ann', 'NA', '', 'Lyon, France'], 'France'],
  [['Ann', 'NA', '', 'somewhere'], 'NA'],
  [['Ann', 'NA', 'France', 'Berlin, Germany'], 'France'],
  [['Ann', 'France', 'NA', 'Berlin, Germany'], 'France'],
  [['Ann', '', 'NA', 'Berlin, Germany'], 'Germany'],
  [['Ann', 'NA', 'NA', ''], 'NA'],
])('“NA” never beats a location or another column of a country: %j', (cells, country) => {
  const sources = [
    { column: 'first_name', cells: [0], places: [] },
    { column: 'country', cells: [1, 2], places: [3] },
  ];
  const { columns, read } = createLeadReader('apollo', sources, cells.length);
  const values = read(cells);
  expect(Array.isArray(values) && values[columns.indexOf('country')]).toBe(country);
});
