import { describe, expect, it } from 'vitest';
import { createZip } from '#engines/zip/zip-files.ts';
import { buildPackages, readServer } from './build.ts';
import { BROWSERS } from './manifest.ts';
import { SITES } from './sites.ts';

const INJECTED_MAX_BYTES = 10_000;
const ZIP_MAX_BYTES = 120_000;
/** With the engine that finds contacts, and its lists of domains, phone numbers, cities and postal codes. */
const PAGE_CONTACTS_ZIP_MAX_BYTES = 350_000;

it.each([
  [[], null],
  [['--server', 'https://leads.example.com/'], 'https://leads.example.com'],
  [['--server', 'http://localhost:3000'], 'http://localhost:3000'],
  [['--server', 'localhost:3000'], undefined],
  [['--server', 'leads.example.com'], undefined],
  [['--server', 'https://'], undefined],
  [['--server'], undefined],
  [['--sever', 'https://leads.example.com'], undefined],
] as const)('reads the server of %j', (args, origin) => {
  expect(readServer([...args])).toBe(origin);
});

describe('the packages of an extension', () => {
  it.each(SITES.map((site) => [site.id, site] as const))('%s is small and complete', async (id, site) => {
    const packages = await buildPackages(site);
    expect(packages.map(({ browser }) => browser)).toEqual(BROWSERS);
    for (const { files } of packages) {
      expect([...files.keys()].sort()).toEqual(
        [
          'LICENSE',
          'background.js',
          'cut.js',
          'icons/128.png',
          'icons/16.png',
          'icons/32.png',
          'icons/48.png',
          'manifest.json',
          'panel.css',
          'panel.html',
          'panel.js',
          ...(site.hasTap ? ['tap.js'] : []),
        ].sort(),
      );
      const injected = (files.get('cut.js')?.length ?? 0) + (files.get('tap.js')?.length ?? 0);
      expect(injected).toBeLessThanOrEqual(INJECTED_MAX_BYTES);
      expect(injected).toBeGreaterThan(500);
      expect(createZip(files).length).toBeLessThanOrEqual(
        id === 'page-contacts' ? PAGE_CONTACTS_ZIP_MAX_BYTES : ZIP_MAX_BYTES,
      );
      // The policy forbids scripts in the page, and a module can't be injected.
      expect(Buffer.from(files.get('panel.html') ?? []).toString()).not.toMatch(/<script[^>]*>[^<]/);
      expect(Buffer.from(files.get('cut.js') ?? []).toString()).not.toMatch(/^(?:import|export)\b/m);
      expect(Buffer.from(files.get('panel.js') ?? []).includes(process.cwd())).toBe(false);
    }
  });

  it('have the same bytes when they are built again', async () => {
    const [site] = SITES;
    if (!site) throw new Error('There is no extension.');
    const [first, second] = [await buildPackages(site), await buildPackages(site)];
    for (const [index, { files }] of first.entries()) {
      expect(Buffer.compare(createZip(files), createZip(second[index]?.files ?? new Map()))).toBe(0);
    }
  });
});

it('a zip file depends on names and contents only', () => {
  const files: [string, Uint8Array][] = [
    ['b.txt', Buffer.from('b')],
    ['a/a.txt', Buffer.from('a')],
  ];
  const zip = createZip(new Map(files));
  expect(Buffer.compare(zip, createZip(new Map(files.toReversed())))).toBe(0);
  expect(Buffer.from(zip).indexOf('a/a.txt')).toBeLessThan(Buffer.from(zip).indexOf('b.txt'));
});
