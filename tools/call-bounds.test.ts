import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { CONNECTION_CALLS } from '#contract/calls/connection-calls.ts';
import { SCHEDULE_CALLS } from '#contract/calls/schedule-calls.ts';
import { WEBHOOK_CALLS } from '#contract/calls/webhook-calls.ts';
import { CALLS } from '#contract/calls.ts';
import { COLLECT_CALLS } from '#contract/collect.ts';
import { ROW_ID_MAX } from '#contract/limits.ts';
import * as catalog from './index/definitions.ts';

const calls: Call[] = [
  ...Object.values<Call>(CALLS),
  ...Object.values<Call>(SCHEDULE_CALLS),
  ...Object.values<Call>(WEBHOOK_CALLS),
  ...Object.values<Call>(CONNECTION_CALLS),
  ...Object.values<Call>(COLLECT_CALLS),
  ...Object.values(catalog).flatMap((tool) => Object.values<Call>(tool.calls)),
];

/** The numbers in a JSON Schema that may be larger or smaller than any column can store, by their path. */
function unboundedNumbers(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, minimum, exclusiveMinimum, maximum, exclusiveMaximum } = schema as Record<string, unknown>;
  const isNumber = [type].flat().some((one) => one === 'number' || one === 'integer');
  const low = Number(minimum ?? exclusiveMinimum ?? Number.NaN);
  const high = Number(maximum ?? exclusiveMaximum ?? Number.NaN);
  const isBounded = low >= -ROW_ID_MAX && high <= ROW_ID_MAX;
  return [
    ...(isNumber && !isBounded ? [path] : []),
    ...Object.entries(schema).flatMap(([name, inner]) => unboundedNumbers(inner, `${path}/${name}`)),
  ];
}

describe('the numbers in the inputs of calls', () => {
  it('have a minimum and a maximum that databases can store', () => {
    expect(calls.length).toBeGreaterThan(60);
    const unbounded = calls.flatMap(({ name, input }) =>
      unboundedNumbers(z.toJSONSchema(input, { io: 'input' })).map((path) => `${name}${path}`),
    );
    expect(unbounded).toEqual([]);
  });

  it.each([
    ['without a maximum', z.int().min(0)],
    ['without a minimum', z.number().max(5)],
    ['from a query, without a maximum', z.coerce.number().int().min(0)],
    ['in a list', z.array(z.number())],
    ['in an option', z.union([z.string(), z.number()])],
  ])('%s are found', (_case, field) => {
    expect(unboundedNumbers(z.toJSONSchema(z.object({ field }), { io: 'input' }))).toHaveLength(1);
  });
});
