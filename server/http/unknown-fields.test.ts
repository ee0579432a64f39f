import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { CONNECTION_CALLS } from '#contract/calls/connection-calls.ts';
import { SCHEDULE_CALLS } from '#contract/calls/schedule-calls.ts';
import { WEBHOOK_CALLS } from '#contract/calls/webhook-calls.ts';
import { CALLS } from '#contract/calls.ts';
import * as catalog from '#tools/index/definitions.ts';
import { unknownField } from './unknown-fields.ts';

const Search = z.object({ action: z.literal('search'), filters: z.object({ titles: z.array(z.string()) }) });
const Count = z.object({ action: z.literal('count'), limit: z.number().optional() });
const Action = z.discriminatedUnion('action', [Search, Count]);

it.each([
  [z.object({ depth: z.enum(['deep']).default('deep') }), { deepth: 'deep' }, 'depth'],
  [Action, { action: 'count', limt: 3 }, 'limit'],
  [Action, { action: 'search', filters: { title: [] } }, 'titles'],
  [z.object({ rows: z.array(z.object({ key: z.string() })) }), { rows: [{ key: '' }, { keys: '' }] }, 'key'],
])('names the nearest known field (%#)', (schema, input, nearest) => {
  expect(unknownField(schema, input)?.message).toContain(`Did you mean “${nearest}”?`);
});

it('takes any field of a record', () => {
  expect(
    unknownField(z.object({ cells: z.record(z.string(), z.string()) }), { cells: { Any: '' } }),
  ).toBeNull();
});

it('takes the examples of all calls, and refuses another field beside them', () => {
  const calls: Call[] = [
    ...Object.values(CALLS),
    ...Object.values<Call>(SCHEDULE_CALLS),
    ...Object.values<Call>(WEBHOOK_CALLS),
    ...Object.values<Call>(CONNECTION_CALLS),
    ...Object.values(catalog).flatMap((tool) => Object.values<Call>(tool.calls)),
  ];
  for (const { name, input, example } of calls) {
    if (!example) continue;
    expect([name, unknownField(input, example)]).toEqual([name, null]);
    expect([name, unknownField(input, { ...example, xyzzy: 1 })?.path]).toEqual([name, 'xyzzy']);
  }
});
