import { expect, it } from 'vitest';
import { readPastedProfiles } from './pasted-profiles.ts';
import { readPastedWebsites } from './pasted-websites.ts';
import { readPersonTable } from './person-table.ts';

// A person looks for the row in a spreadsheet, where a cell with several lines is one row.
const NOTE = '"one\nnote,\nthree lines"';

it('websites, profiles and people are named by their row, also after cells with several lines', () => {
  const websites = readPastedWebsites(`Website,Note\nacme.com,${NOTE}\n\nno website,x\nnord.com,y\n`);
  expect(websites.leftOut).toMatchObject([{ row: 4, line: 6, text: 'no website' }]);
  const hinted = readPastedWebsites(`sep=,\nWebsite,Note\nacme.com,${NOTE}\nno website,x\nnord.com,y\n`);
  expect(hinted.leftOut).toMatchObject([{ row: 4, line: 6 }]);

  const url = 'https://www.linkedin.com/in';
  const profiles = readPastedProfiles(`LinkedIn,Note\n${url}/jane,${NOTE}\n\nnobody,x\n${url}/joe,y\n`);
  expect(profiles.entries.map(({ line, fault }) => [line, fault === null])).toEqual([
    [2, true],
    [4, false],
    [5, true],
  ]);

  const people = readPersonTable(
    `first_name,last_name,domain,note\nJane,Doe,acme.com,${NOTE}\n\n,,,x\nJoe,Roe,nord.com,y\n`,
  );
  expect(people.rows.map(({ line, fault }) => [line, fault === null])).toEqual([
    [2, true],
    [4, false],
    [5, true],
  ]);
});
