import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import type { SiteVisits } from '#net/site-visits.ts';
import { addProcessMetrics, metrics } from '../platform/metrics/metrics.ts';
import type { TryResult } from '../webhooks/retry-schedule.ts';
import { type Expression, readExpression, type Selector } from './test-expressions.ts';
// What servers and workers count.
import '../app.ts';
import '../backups/schedule.ts';
import './sampler.ts';
import '../tasks/settled-metrics.ts';
import '../tasks/site-metrics.ts';
import '../webhooks/deliver.ts';

const read = (name: string) => readFileSync(new URL(`../../docs/operate/${name}`, import.meta.url), 'utf8');
const Rules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Leadwell[A-Z]\w+$/),
          expr: z.string(),
          for: z.string().regex(/^\d+[smhd]$/),
          annotations: z.strictObject({ summary: z.string().min(1) }),
        }),
      ),
    }),
  ),
});
const Dashboard = z.looseObject({
  templating: z.object({ list: z.array(z.looseObject({ name: z.string(), type: z.string() })) }),
  panels: z.array(
    z.looseObject({
      id: z.number(),
      title: z.string(),
      datasource: z.strictObject({
        type: z.literal('prometheus'),
        uid: z.string().regex(/^\$\{datasource\}$/),
      }),
      gridPos: z.strictObject({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      targets: z
        .array(z.looseObject({ refId: z.string(), expr: z.string(), legendFormat: z.string() }))
        .min(1),
    }),
  ),
});
const RULES = Rules.parse(parse(read('alerts.yml'))).groups.flatMap(({ rules }) => rules);
const { panels: PANELS, templating: TEMPLATING } = Dashboard.parse(JSON.parse(read('dashboard.json')));

/** What Prometheus adds to each metric of a target. */
const OF_TARGETS = ['job', 'instance'];
type PageResult = keyof SiteVisits['results'];
/** Those that rules name. The types say that pages and tries can have them. */
const UNREACHED: PageResult[] = ['dns-failed', 'unreachable', 'cut-off', 'timeout', 'tls'];
const PAGES: PageResult[] = ['read', 'blocked', 'rate-limited', ...UNREACHED];
const TRIES: TryResult['kind'][] = ['delivered'];
/** The values of labels that rules name. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  'leadwell_site_pages_total result': PAGES,
  'leadwell_task_items_total result': ['failed', 'found', 'not_found'],
  'leadwell_webhook_tries_total result': TRIES,
  'leadwell_http_requests_total status': ['5..'],
  'up job': ['leadwell'],
};

/** The labels of each metric, by its name in expressions. */
const labels = new Map<string, readonly string[]>([['up', OF_TARGETS]]);
beforeAll(async () => {
  addProcessMetrics('1.2.3');
  for (const { name, type } of await metrics.getMetricsAsJSON()) {
    const { labelNames } = metrics.getSingleMetric(name) as unknown as { labelNames: string[] };
    const own = [...labelNames, ...OF_TARGETS];
    if (String(type) !== 'histogram') labels.set(name, own);
    else {
      labels.set(`${name}_bucket`, [...own, 'le']);
      for (const part of ['sum', 'count']) labels.set(`${name}_${part}`, own);
    }
  }
});

/** What is wrong with an expression and the labels that a text names beside it. */
function problems({ selectors, groups, labels: kept }: Expression, named: string[]): string[] {
  const found: string[] = [];
  const has = ({ name }: Selector, label: string) => labels.get(name)?.includes(label) === true;
  if (selectors.length === 0) found.push('asks for no metric');
  for (const selector of selectors) {
    if (!labels.has(selector.name)) found.push(`${selector.name}: is no metric`);
    for (const { label, value } of selector.matchers) {
      if (!has(selector, label)) found.push(`${selector.name}: has no label ${label}`);
      else if (!VALUES[`${selector.name} ${label}`]?.includes(value))
        found.push(`${selector.name}: ${label} is never ${value}`);
    }
  }
  for (const group of groups)
    for (const label of group.labels)
      if (!group.selectors.every((selector) => has(selector, label)))
        found.push(`by ${label}: no label of ${group.selectors.map(({ name }) => name).join(', ')}`);
  for (const label of named)
    if (kept ? !kept.includes(label) : !selectors.some((selector) => has(selector, label)))
      found.push(`the result has no label ${label}`);
  return found;
}

function namedIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, label = '']) => label);
}

it.each(RULES)('the rule $alert asks for metrics, labels and values that exist', ({ expr, annotations }) => {
  expect(problems(readExpression(expr), namedIn(annotations.summary, /\{\{ \$labels\.(\w+) \}\}/g))).toEqual(
    [],
  );
  expect(annotations.summary.replace(/\{\{ \$labels\.\w+ \}\}/g, '')).not.toMatch(/[{}$]/);
});

it.each(PANELS)('the panel "$title" asks for metrics, labels and values that exist', ({ targets }) => {
  for (const { expr, legendFormat } of targets)
    expect(problems(readExpression(expr), namedIn(legendFormat, /\{\{(\w+)\}\}/g))).toEqual([]);
  expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
});

it('has names, places and a data source of the dashboard that fit together', () => {
  expect(TEMPLATING.list.map(({ name, type }) => [name, type])).toEqual([['datasource', 'datasource']]);
  expect(new Set(PANELS.map(({ id }) => id)).size).toBe(PANELS.length);
  expect(new Set(RULES.map(({ alert }) => alert)).size).toBe(RULES.length);
  const cells = PANELS.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  for (const { gridPos } of PANELS) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
});

describe('the check', () => {
  it.each([
    ['leadwell_database_upp == 0', [], 'leadwell_database_upp: is no metric'],
    ['leadwell_tasks{status="queued"} > 0', [], 'leadwell_tasks: has no label status'],
    [
      'rate(leadwell_task_items_total{result="failure"}[5m])',
      [],
      'leadwell_task_items_total: result is never failure',
    ],
    [
      'rate(leadwell_site_pages_total{result=~"tls|time-out"}[5m])',
      [],
      'leadwell_site_pages_total: result is never time-out',
    ],
    [
      'sum by (host) (rate(leadwell_site_pages_total[5m]))',
      ['host'],
      'by host: no label of leadwell_site_pages_total',
    ],
    ['max(leadwell_workers) == 0', ['instance'], 'the result has no label instance'],
    [
      'leadwell_http_request_duration_seconds > 1',
      [],
      'leadwell_http_request_duration_seconds: is no metric',
    ],
    ['time() > 0', [], 'asks for no metric'],
  ])('finds what is wrong with %s', (expr, named, problem) => {
    expect(problems(readExpression(expr), named)).toEqual([problem]);
  });

  it('refuses brackets that do not match', () => {
    expect(() => readExpression('sum(leadwell_tasks')).toThrow("isn't closed");
    expect(() => readExpression('sum(leadwell_tasks))')).toThrow("isn't opened");
  });
});
