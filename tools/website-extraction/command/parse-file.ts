import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { decodeHtml } from '#engines/page-contacts/decode-html.ts';
import { extractPage } from '#engines/page-contacts/extract-page.ts';
import { pageOrganization } from '#engines/page-contacts/organization/page-organization.ts';
import { sitePeople } from '#engines/page-contacts/people/site-people.ts';
import { siteContacts } from '#engines/page-contacts/site-contacts.ts';
import { fileReason } from '#server/platform/file-reason.ts';
import type { WebsiteRow } from '../definition.ts';
import { readRow } from '../engine/row.ts';

/** A saved page. It can be sent to a thread. */
export interface FileToParse {
  file: string;
  /** URL of the page; null if only its own `<base href>` can name it */
  url: string | null;
  /** reads the people of the page, too */
  people: boolean;
}

/** What a saved page has, or why it can't be read. */
export type ParsedFile = { kind: 'unread'; reason: string } | { kind: 'row'; row: WebsiteRow };

/** Saved files are read to the end, however long that takes. */
const CPU_BUDGET_MS = 60_000;

/** Reads a saved page. Never throws for a file, whatever it contains. */
export async function parseFile({ file, url, people }: FileToParse): Promise<ParsedFile> {
  const bytes = await readBytes(file).catch((error: NodeJS.ErrnoException) => error);
  if (bytes instanceof Error) return { kind: 'unread', reason: fileReason(bytes) };
  // Only people need its lists of names.
  const pagePeople = people
    ? (await import('#engines/page-contacts/people/page-people.ts')).pagePeople
    : undefined;
  const page = extractPage(decodeHtml(bytes, null), url, {
    cpuBudgetMs: CPU_BUDGET_MS,
    organization: pageOrganization,
    ...(pagePeople && { people: pagePeople }),
  });
  const address = page.url ?? '';
  const receipt = { url: address, read: true, status: null, reason: null };
  const rendering = page.rendersWithScript ? 'would need rendering' : 'read without JavaScript';
  const row = readRow(address, siteContacts([page], page.url), {
    pages: [receipt],
    finalUrl: address,
    renderings: new Set([rendering]),
    note: null,
    people: people ? sitePeople([page], Number.POSITIVE_INFINITY) : [],
  });
  // A page alone rarely states the company's legal name.
  if (people) row.organization_name ??= page.siteNames[0] ?? null;
  return { kind: 'row', row };
}

/** A thread has nothing else to do, and a file read at once takes a seventh of the time. What isn't a file, such as a pipe, can make it wait. */
async function readBytes(file: string): Promise<Buffer> {
  return statSync(file).isFile() ? readFileSync(file) : readFile(file);
}
