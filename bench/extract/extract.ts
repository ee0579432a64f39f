import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startFakeWebProcess } from '../fake-web.ts';
import { reportFigure } from '../figures.ts';
import { median } from '../median.ts';
import { installPeers } from '../peers.ts';
import type { BenchInput, BenchResult } from './measure.ts';

/**
 * `npm run bench:extract [-- --sites 600 --rounds 3 --only leadwell]`: pages per second, CPU per page and
 * peak memory of the baseline, Leadwell and crawlee, in turns on the fake web, which runs in a separate
 * process.
 */
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    sites: { type: 'string', default: '600' },
    rounds: { type: 'string', default: '3' },
    concurrency: { type: 'string', default: '256' },
    only: { type: 'string' },
  },
});
const contenders = ['baseline', 'leadwell', 'crawlee'].filter((name) => !values.only || name === values.only);

if (contenders.includes('crawlee')) installPeers('@crawlee/cheerio');

const web = await startFakeWebProcess(Number(values.sites));
const input: BenchInput = {
  dnsServer: web.dnsServer,
  port: web.port,
  sites: Number(values.sites),
  concurrency: Number(values.concurrency),
};
const results = new Map<string, BenchResult[]>(contenders.map((name) => [name, []]));
for (let round = 1; round <= Number(values.rounds); round += 1) {
  for (const name of contenders) {
    const measured = await runContender(name, input);
    results.get(name)?.push(measured);
    console.error(`round ${round}: ${name} ${rate(measured).toFixed(0)} pages/s`);
  }
}
await web.stop();
report();

async function runContender(name: string, contenderInput: BenchInput): Promise<BenchResult> {
  const child = spawn(process.execPath, [here(`./${name}.ts`), JSON.stringify(contenderInput)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${name} exited with code ${code}`);
  // Peers may log before the last line.
  return JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as BenchResult;
}

function rate({ pages, ms }: BenchResult): number {
  return pages / (ms / 1000);
}

function report(): void {
  const medianRate = (name: string) => median((results.get(name) ?? []).map(rate));
  console.log(`${values.sites} sites, ${values.rounds} rounds, medians`);
  for (const [name, rounds] of results) {
    const cpu = median(rounds.map(({ cpuMs, pages }) => cpuMs / pages));
    const { pages, emails } = rounds[0] ?? { pages: 0, emails: null };
    console.log(
      [
        name.padEnd(9),
        `${medianRate(name).toFixed(0)} pages/s`,
        `${cpu.toFixed(2)} ms CPU per page`,
        `peak ${median(rounds.map(({ peakMb }) => peakMb)).toFixed(0)} MB`,
        `${pages} pages`,
        emails === null ? '' : `${emails} emails`,
      ].join('  '),
    );
  }
  if (values.only) return;
  reportFigure(
    'extract: pages per second / baseline',
    medianRate('leadwell') / medianRate('baseline'),
    'higher',
  );
  reportFigure(
    'extract: pages per second / crawlee',
    medianRate('leadwell') / medianRate('crawlee'),
    'higher',
  );
  console.log(
    `Leadwell / baseline ${(medianRate('leadwell') / medianRate('baseline')).toFixed(2)}  (goal 0.55)`,
  );
  console.log(`Leadwell / crawlee  ${(medianRate('leadwell') / medianRate('crawlee')).toFixed(1)}  (goal 4)`);
}
