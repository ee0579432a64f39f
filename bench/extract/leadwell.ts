import { generatedName } from '../../e2e/fixtures/generated-sites.ts';
import { createRun } from '../../tools/website-extraction/run.ts';
import { measure, readInput } from './measure.ts';

/**
 * Leadwell's website extraction on one thread, with DNS lookups, robots.txt, and extracting and merging
 * contacts.
 */
const { dnsServer, port, sites, concurrency } = readInput();
const tool = createRun({
  concurrency,
  dnsServers: [dnsServer],
  allowPrivateNetwork: true,
  contact: 'mailto:bench@localhost',
});
const items = Array.from({ length: sites }, (_, position) => ({
  position,
  input: `http://${generatedName(position)}:${port}/`,
}));

await measure(async () => {
  let pages = 0;
  let emails = 0;
  for await (const { row } of tool.run(items, new AbortController().signal)) {
    pages += row.pages.filter((page) => page.read).length;
    emails += row.emails.length;
  }
  return { pages, emails };
});
await tool.close();
