import { expect, it } from 'vitest';
import { readPastedWebsites } from './pasted-websites.ts';

const urlsOf = (text: string) => readPastedWebsites(text).taken.map(({ url }) => url);

it('keeps the commas of addresses below the name of their only column', () => {
  const urls = ['https://acme.com/news/a,12.html', 'https://acme.com/news/b,34.html'];
  expect(urlsOf(urls.join('\n'))).toEqual(urls);
  expect(urlsOf(['URL', ...urls].join('\r\n'))).toEqual(urls);
  expect(urlsOf(['', 'Company website', ...urls].join('\n'))).toEqual(urls);
});

it('still separates the columns of a table by commas', () => {
  const table = readPastedWebsites('URL,Note\nhttps://acme.com/,x\nhttps://beta.org/,y\n');
  expect(table.taken.map(({ url }) => url)).toEqual(['https://acme.com/', 'https://beta.org/']);
  expect(table.table?.columns.map(({ name }) => name)).toEqual(['URL', 'Note']);
});

it('calls no name of a column left out, but every other line without an address', () => {
  expect(readPastedWebsites('Website\nacme.com\n').leftOut).toEqual([]);
  expect(readPastedWebsites('Company website\nacme.com\nbeta.org\n').leftOut).toEqual([]);
  expect(readPastedWebsites('Acme\nbeta.org\n').leftOut).toMatchObject([{ line: 1, text: 'Acme' }]);
  expect(readPastedWebsites('Website\n').leftOut).toMatchObject([{ text: 'Website' }]);
});
