import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '#contract/call.ts';
import { CALLS } from '#contract/calls.ts';
import { send, signUp } from '../auth/test-requests.ts';
import { edgeInputs } from '../http/test-edge-inputs.ts';
import { type LeadBench, openLeadBench } from './test-leads.ts';

let bench: LeadBench;
let token: string;
beforeAll(async () => {
  bench = await openLeadBench();
  ({ access_token: token } = await signUp(bench.app, 'searcher@example.com'));
  await bench.deps.database.db.updateTable('accounts').set({ plan: 'unlimited' }).execute();
});
afterAll(() => bench.close());

/** The numbers of one search, and some of the texts, which all filters read alike. */
function callEdges(call: Call) {
  return edgeInputs(call.input).filter(
    ({ field, value }, index) =>
      /^(?:limit|offset|first)$/.test(field) ||
      (/(?:min|max)$/.test(field) && (value as { action: string }).action === 'search') ||
      index % 80 === 0,
  );
}

describe('a request to a lead database with each field at and beyond its bounds', () => {
  it.each([CALLS.leadrocksLeads, CALLS.apolloLeads, CALLS.salesNavigatorLeads])(
    'never makes the server fail: $name',
    async (call) => {
      const edges = callEdges(call);
      const statuses = new Set<number>();
      const faults: string[] = [];
      for (const { field, value } of edges) {
        await bench.deps.database.db.deleteFrom('rate_limits').execute();
        const response = await send(bench.app, call.path, { token, body: JSON.stringify(value) });
        const text = await response.text();
        statuses.add(response.status);
        if (response.status >= 500)
          faults.push(`${field}: ${text} for ${JSON.stringify(value).slice(0, 300)}`);
      }
      expect(faults).toEqual([]);
      expect(statuses).toContain(200);
      expect(edges.length).toBeGreaterThan(100);
    },
  );
});
