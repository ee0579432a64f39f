import { parseArgs } from 'node:util';
import { startFakeWeb } from '../../e2e/fixtures/fake-web.ts';
import { twoAddressEmails, twoAddressSite } from '../../e2e/fixtures/two-address-sites.ts';
import { WEBSITE_DEPTHS, WebsiteDepth } from '../../tools/website-extraction/definition.ts';
import { createRun } from '../../tools/website-extraction/run.ts';
import { reportFigure } from '../figures.ts';
import { median } from '../median.ts';

/**
 * `npm run bench:depth [-- --sites 400 --rounds 3 --delay 20]`: time, requests and emails found at each depth,
 * in turns. Most addresses of the sites are only on their contact and imprint pages. The fake web runs in this
 * process, so its work is part of the time and the CPU.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    sites: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '3' },
    delay: { type: 'string', default: '20' },
    concurrency: { type: 'string', default: '256' },
  },
});
const count = Number(values.sites);

interface Measured {
  ms: number;
  cpuMs: number;
  requests: number;
  pages: number;
  emails: number;
  complete: number;
}

const sites = Array.from({ length: count }, (_, index) => twoAddressSite(index, Number(values.delay)));
const web = await startFakeWeb({ sites });
const items = sites.map(({ name }, position) => ({ position, input: web.siteUrl(name) }));
const results = new Map<WebsiteDepth, Measured[]>();

await measure('quick');
for (let round = 1; round <= Number(values.rounds); round += 1)
  for (const depth of WebsiteDepth.options) {
    const measured = await measure(depth);
    results.set(depth, [...(results.get(depth) ?? []), measured]);
    console.error(`round ${round}: ${depth} ${measured.ms.toFixed(0)} ms`);
  }
await web.close();
report();

async function measure(depth: WebsiteDepth): Promise<Measured> {
  const tool = createRun({
    concurrency: Number(values.concurrency),
    dnsServers: [web.dnsServer],
    allowPrivateNetwork: true,
    contact: null,
  });
  const before = web.totals.requests;
  const cpu = process.cpuUsage();
  const start = performance.now();
  const total = { pages: 0, emails: 0, complete: 0 };
  const chosen = { depth };
  for await (const { position, row } of tool.run(items, new AbortController().signal, { chosen })) {
    total.pages += row.pages.filter(({ read }) => read).length;
    const found = twoAddressEmails(position).filter((email) => row.emails.includes(email));
    total.emails += found.length;
    if (found.length === twoAddressEmails(position).length) total.complete += 1;
  }
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  await tool.close();
  return { ms, cpuMs: (user + system) / 1000, requests: web.totals.requests - before, ...total };
}

function report(): void {
  const all = sites.reduce((sum, _, index) => sum + twoAddressEmails(index).length, 0);
  const of = (depth: WebsiteDepth, field: keyof Measured) =>
    median((results.get(depth) ?? []).map((measured) => measured[field]));
  for (const depth of ['standard', 'deep'] as const) {
    reportFigure(
      `depth: ${depth}, requests / quick`,
      of(depth, 'requests') / of('quick', 'requests'),
      'lower',
    );
    reportFigure(`depth: ${depth}, emails / quick`, of(depth, 'emails') / of('quick', 'emails'), 'higher');
  }
  console.log(`${count} sites with ${all} emails, ${values.rounds} rounds, medians`);
  for (const depth of WebsiteDepth.options) {
    const times = (field: keyof Measured) => (of(depth, field) / of('quick', field)).toFixed(2);
    console.log(
      [
        depth.padEnd(8),
        `at most ${WEBSITE_DEPTHS[depth].maxPages} pages`,
        `${of(depth, 'requests')} requests (${times('requests')} x quick)`,
        `${of(depth, 'ms').toFixed(0)} ms (${times('ms')} x)`,
        `${of(depth, 'cpuMs').toFixed(0)} ms CPU (${times('cpuMs')} x)`,
        `${of(depth, 'emails')} emails`,
        `${of(depth, 'complete')} sites complete`,
      ].join('  '),
    );
  }
}
