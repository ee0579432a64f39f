import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { openTestDatabase } from '../platform/database/test-database.ts';
import { addProcessMetrics, metrics } from '../platform/metrics/metrics.ts';
import { serveMetrics } from '../platform/metrics/metrics-server.ts';
import { makeTestDeps, type TestDeps } from '../test-deps.ts';
import { startMetricsSamples } from './sampler.ts';
import { lintMetrics } from './test-lint.ts';
// What workers count.
import '../backups/schedule.ts';
import '../webhooks/deliver.ts';

/** In the package `prometheus` of Debian. */
const PROMTOOL = '/usr/bin/promtool';
const TOKEN = 'a-token-for-the-metrics';
const ALERTS = readFileSync(new URL('../../docs/operate/alerts.yml', import.meta.url), 'utf8');
const DASHBOARD = readFileSync(new URL('../../docs/operate/dashboard.json', import.meta.url), 'utf8');
const PAGE = readFileSync(new URL('../../docs/operate/watch.md', import.meta.url), 'utf8');

let deps: TestDeps;
let app: ReturnType<typeof createApp>;
beforeAll(async () => {
  addProcessMetrics('1.2.3');
  deps = makeTestDeps(await openTestDatabase(), { environment: { METRICS_TOKEN: TOKEN, DATA_DIR: '.' } });
  await deps.queue.start();
  app = createApp(deps);
});
afterAll(() => deps.close());

async function values(name: string): Promise<{ labels: object; value: number }[]> {
  const metric = (await metrics.getMetricsAsJSON()).find((each) => each.name === `leadwell_${name}`);
  return metric?.values ?? [];
}

const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

it('counts requests by the pattern of their route, and not by what a client invents', async () => {
  await app.request('/healthz');
  await app.request('/dashboard/lists/0198c5a2-0000-7000-8000-000000000000');
  await app.request('/nothing/at/all', { method: 'BREW' });
  await app.request('/functions/v1/account');
  const counted = await values('http_requests_total');
  expect(counted.map(({ labels }) => labels)).toEqual(
    expect.arrayContaining([
      { route: '/healthz', method: 'GET', status: 200 },
      { route: '/functions/v1/account', method: 'GET', status: 401 },
    ]),
  );
  expect(JSON.stringify(counted)).not.toMatch(/0198c5a2|nothing|BREW/);
});

it('gives /metrics only to those who have the token', async () => {
  for (const init of [{}, withToken('another-token-of-16'), withToken('')])
    expect((await app.request('/metrics', init)).status).toBe(401);
  const answer = await app.request('/metrics', withToken(TOKEN));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/plain; version=0.0.4'),
  ]);
  expect(await answer.text()).toContain('leadwell_build_info{version="1.2.3"} 1');
  const without = createApp({ ...deps, config: { ...deps.config, METRICS_TOKEN: undefined } });
  expect((await without.request('/metrics', withToken(TOKEN))).status).toBe(404);
});

it('reads what only the database knows apart from requests, and keeps it while the database is away', async () => {
  await deps.queue.createQueue('for-metrics');
  await deps.queue.send('for-metrics', {});
  const stop = startMetricsSamples(deps);
  await expect.poll(async () => (await values('database_up'))[0]?.value).toBe(1);
  await stop();
  expect(await values('queue_jobs')).toContainEqual({
    labels: { queue: 'for-metrics', state: 'waiting' },
    value: 1,
  });
  deps.availability.set('silent', true);
  const again = startMetricsSamples(deps);
  await expect.poll(async () => (await values('database_up'))[0]?.value).toBe(0);
  await again();
  deps.availability.set('silent', false);
  expect(await values('queue_jobs')).toContainEqual(expect.objectContaining({ value: 1 }));
});

it('answers on a port of its own without a query', async () => {
  const { kind } = deps.database;
  if (kind.engine !== 'pglite') throw new Error('The test counts the statements of an embedded database.');
  const before = kind.used();
  const { port, stop } = await serveMetrics({ host: '127.0.0.1', port: 0 });
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect([answer.status, (await fetch(`http://127.0.0.1:${port}/`)).status]).toEqual([200, 404]);
  expect((await app.request('/metrics', withToken(TOKEN))).status).toBe(200);
  await stop();
  expect(kind.used()).toBe(before);
});

describe('the text of /metrics', () => {
  it('has names, types, units and help texts as Prometheus asks for', async () => {
    const text = await metrics.metrics();
    expect(text.match(/^# TYPE leadwell_/gm)?.length).toBeGreaterThan(30);
    expect(lintMetrics(text)).toEqual([]);
  });

  it.each([
    ['# TYPE a_total counter\na_total 1\n', 'a_total: no help text'],
    ['# HELP a A.\n# TYPE a counter\na 1\n', 'a: counters end in _total'],
    ['# HELP a_total A.\n# TYPE a_total gauge\na_total 1\n', 'a_total: only counters end in _total'],
    ['# HELP a_ms A.\n# TYPE a_ms gauge\na_ms 1\n', 'a_ms: the name has an abbreviated unit'],
    ['# HELP a_minutes A.\n# TYPE a_minutes gauge\na_minutes 1\n', 'a_minutes: use the base unit seconds'],
    ['# HELP a_count A.\n# TYPE a_count gauge\na_count 1\n', 'a_count: only histograms have _count and _sum'],
    ['# HELP aB A.\n# TYPE aB gauge\naB 1\n', 'aB: the name must have only a-z, 0-9 and _'],
    ['# HELP a A.\n# TYPE a gauge\na{hostName="x"} 1\n', 'a: the label hostName'],
    ['# HELP a A.\n# TYPE a gauge\na{le="1"} 1\n', 'a: only histograms have the label le'],
    ['# HELP a_gauge A.\n# TYPE a_gauge gauge\na_gauge 1\n', 'a_gauge: the name says the type'],
    ['# HELP a A.\n# TYPE a gauge\na{b="x"} 1\na{b="x"} 2\n', 'a: has the same labels twice'],
    ['a 1\n', 'a: has no TYPE'],
    ['# HELP a A.\n# TYPE a gauge\na one\n', 'not a sample: a one'],
  ])('would not pass as %j', (text, problem) => {
    expect(lintMetrics(text)).toEqual([problem]);
  });
});

describe.runIf(existsSync(PROMTOOL))('promtool', () => {
  it('finds no fault in the metrics and the alert rules', async () => {
    const text = await metrics.metrics();
    expect(execFileSync(PROMTOOL, ['check', 'metrics'], { input: text, encoding: 'utf8' })).toBe('');
    const rules = fileURLToPath(new URL('../../docs/operate/alerts.yml', import.meta.url));
    expect(execFileSync(PROMTOOL, ['check', 'rules', rules], { encoding: 'utf8' })).toContain('SUCCESS');
  });
});

it.each([
  ['alerts.yml', ALERTS],
  ['dashboard.json', DASHBOARD],
  ['watch.md', PAGE],
])('%s names only metrics that exist', async (_, text) => {
  const known = (await metrics.getMetricsAsJSON()).map(({ name }) => name);
  const named = new Set(text.match(/leadwell_[a-z0-9_]*[a-z0-9]/g));
  named.delete('leadwell_nodejs');
  named.delete('leadwell_process');
  expect(named.size).toBeGreaterThan(8);
  for (const name of named) expect(known).toContain(name.replace(/_(bucket|sum|count)$/, ''));
});

it('has a panel for each thing that can go wrong', () => {
  const { panels } = JSON.parse(DASHBOARD) as { panels: { title: string; targets: { expr: string }[] }[] };
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  const shown = JSON.stringify(panels);
  for (const name of [
    'http_requests_total',
    'queue_oldest_job_seconds',
    'site_pages_total',
    'disk_free_bytes',
  ])
    expect([name, shown.includes(`leadwell_${name}`), ALERTS.includes(`leadwell_${name}`)]).toEqual([
      name,
      true,
      true,
    ]);
  for (const { targets } of panels) expect(targets.length).toBeGreaterThan(0);
});
