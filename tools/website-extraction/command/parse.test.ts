import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { OptOutCheck } from '#cli/server-opt-outs.ts';
import type { IsListed } from '#server/opt-outs/contact-check.ts';
import { checkResult } from '#server/tasks/opted-out-rows.ts';
import { WebsiteRow } from '../definition.ts';
import { parse } from './parse.ts';

const FileRow = WebsiteRow.extend({ file: z.string() });
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parse-'));
  const pages = {
    'plain.html':
      '<html lang="en"><title>Plain</title><a href="mailto:info@acme.com">Mail</a> +1 212 555 0123',
    'base.html': '<base href="https://www.acme.com/about/"><title>Base</title>sales@acme.com',
    'team.html':
      '<meta property="og:site_name" content="Acme"><h3>Jane Miller</h3><p>CEO</p><a href="mailto:jane@acme.com">Email</a><h3>Tom Reed</h3><p>CTO</p><a href="mailto:tom@acme.com">Email</a>',
    'latin1.html': Buffer.from('<meta charset="iso-8859-1"><title>Möbel</title>', 'latin1'),
  };
  for (const [name, page] of Object.entries(pages)) await writeFile(join(folder, name), page);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function rows(names: string[], url: string | null = null) {
  const out = new PassThrough();
  const unread = await parse({ files: names.map((name) => join(folder, name)), url, out });
  const text = String(out.read() ?? '');
  return {
    unread,
    rows: text
      .trimEnd()
      .split('\n')
      .map((line) => FileRow.parse(JSON.parse(line))),
  };
}

describe('parse', () => {
  it('writes one row per file, in order', async () => {
    const { rows: found, unread } = await rows(['latin1.html', 'plain.html', 'base.html']);
    expect(unread).toBe(0);
    expect(found.map(({ file, title }) => [basename(file), title])).toEqual([
      ['latin1.html', 'Möbel'],
      ['plain.html', 'Plain'],
      ['base.html', 'Base'],
    ]);
    expect(found[1]).toMatchObject({
      url: '',
      domain: null,
      emails: ['info@acme.com'],
      phones: ['+12125550123'],
    });
    expect(found[2]).toMatchObject({ url: 'https://www.acme.com/about/', domain: 'acme.com' });
  });

  it('uses the given URL', async () => {
    const { rows: found } = await rows(['plain.html'], 'https://acme.com/');
    expect(found[0]).toMatchObject({
      url: 'https://acme.com/',
      domain: 'acme.com',
      company_email: 'info@acme.com',
    });
  });

  it('reports an unreadable file and continues', async () => {
    const { rows: found, unread } = await rows(['missing.html', 'plain.html']);
    expect(unread).toBe(1);
    expect(found[0]?.error).toMatch(
      /Could not read the file.*missing\.html: there is no such file or folder\)/,
    );
    expect(found[1]?.title).toBe('Plain');
  });

  it('writes the same with several threads, in order', async () => {
    const names = Array.from({ length: 90 }, (_, index) =>
      index % 7 === 0 ? `missing-${index}.html` : (['plain.html', 'base.html', 'team.html'][index % 3] ?? ''),
    );
    const written = async (people: boolean, threads: number) => {
      const out = new PassThrough();
      let text = '';
      out.on('data', (piece) => {
        text += piece;
      });
      // With people, a file that can't be read is on standard error.
      const files = names.filter((name) => !people || !name.startsWith('missing'));
      const paths = files.map((name) => join(folder, name));
      const unread = await parse({ files: paths, url: 'https://acme.com/', out, people, threads });
      expect(unread).toBe(people ? 0 : 13);
      return text;
    };
    for (const people of [false, true]) {
      const alone = await written(people, 1);
      expect(alone.length).toBeGreaterThan(1000);
      expect(await written(people, 3)).toBe(alone);
    }
  });

  describe('with people', () => {
    async function people(optOuts: OptOutCheck | null = null, format: 'ndjson' | 'csv' = 'ndjson') {
      const out = new PassThrough();
      const files = [join(folder, 'team.html'), join(folder, 'plain.html')];
      await parse({ files, url: 'https://www.acme.com/team', out, format, people: true, optOuts });
      return String(out.read() ?? '');
    }

    it('writes a row for each person instead, with their company and page', async () => {
      const lines = (await people()).trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        {
          file: join(folder, 'team.html'),
          name: 'Jane Miller',
          title: 'CEO',
          email: 'jane@acme.com',
          phone: null,
          profile: null,
          page: 'https://www.acme.com/team',
          website: 'acme.com',
          company: 'Acme',
          company_email: null,
          company_phone: null,
        },
        expect.objectContaining({ file: join(folder, 'team.html'), name: 'Tom Reed', email: 'tom@acme.com' }),
      ]);
      expect((await people(null, 'csv')).split(/\r?\n/)[0]).toBe(
        'file,name,title,email,phone,profile,page,website,company,company_email,company_phone',
      );
    });

    it('leaves out people who opted out, and everyone of a company that did', async () => {
      const listed = (text: string): OptOutCheck => ({
        clean: (type, { input, row, found }) => {
          const isListed: IsListed = (_, value) => value === text;
          const checked = checkResult(type, input, row as Record<string, unknown>, isListed);
          return checked ? { row: checked.row as typeof row, found: checked.found } : { row, found };
        },
        lists: () => false,
      });
      expect(await people(listed('jane@acme.com'))).not.toContain('Jane');
      expect(await people(listed('jane@acme.com'))).toContain('Tom Reed');
      expect(await people(listed('acme.com'))).toBe('');
    });
  });
});
