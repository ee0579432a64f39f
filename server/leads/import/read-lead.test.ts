import { expect, it } from 'vitest';
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

it.each(['apollo', 'leadrocks'] as const)(
  'people and places can be called “Na” in %s, and other cells are empty then',
  (database) => {
    const header = ['First name', 'Last name', 'Title', 'Company', 'State', 'Country', 'Email', 'Phone'];
    const { columns, read } = createLeadReader(database, planColumns(header, 'own', database), header.length);
    const lead = (cells: string) => {
      const values = read(cells.split(','));
      if (!Array.isArray(values)) return values;
      return Object.fromEntries(
        columns.flatMap((column, index) => (values[index] ? [[column.toLowerCase(), values[index]]] : [])),
      );
    };
    expect(lead('Min-ji,Na,CEO,Acme,NA,NA,na@acme.example,NA')).toMatchObject({
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
