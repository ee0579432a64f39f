import { expect, it } from 'vitest';
import { possibleScopes, scopeFor } from '#contract/api-keys.ts';
import type { Call } from '#contract/call.ts';
import { CONNECTION_CALLS } from '#contract/calls/connection-calls.ts';
import { SCHEDULE_CALLS } from '#contract/calls/schedule-calls.ts';
import { WEBHOOK_CALLS } from '#contract/calls/webhook-calls.ts';
import { CALLS } from '#contract/calls.ts';
import * as catalog from './index/definitions.ts';

const calls: Call[] = [
  ...Object.values(CALLS),
  ...Object.values<Call>(SCHEDULE_CALLS),
  ...Object.values<Call>(WEBHOOK_CALLS),
  ...Object.values<Call>(CONNECTION_CALLS),
  ...Object.values(catalog).flatMap((tool) => Object.values<Call>(tool.calls)),
];
const reachable = calls.filter(({ scope }) => possibleScopes(scope).length > 0);

it('every call that an API key reaches has a valid example, unless it needs no input', () => {
  expect(reachable.length).toBeGreaterThan(10);
  for (const { name, input, example, scope } of reachable) {
    expect([name, input.safeParse(example ?? {}).success]).toEqual([name, true]);
    expect([name, scopeFor(scope, example ?? {})]).not.toEqual([name, null]);
  }
});

it('only calls of a signed-in account have a scope', () => {
  for (const { name, access } of reachable) expect([name, access]).toEqual([name, 'signed-in']);
});
