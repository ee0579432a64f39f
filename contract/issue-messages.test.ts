import { expect, it } from 'vitest';
import { z } from 'zod';
import { ifMissing } from './if-missing.ts';
import { issueMessage } from './issue-messages.ts';

const STEP = z.object({
  step: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('tool') }),
    z.object({ kind: z.literal('formula') }),
    z.object({ kind: z.literal('name') }),
  ]),
});

it.each([
  [z.object({ id: z.string() }), {}, 'id is missing'],
  [z.object({ urls: z.array(z.string()) }), { urls: ['a', 1] }, 'urls.1 must be text'],
  [
    z.object({ urls: z.array(z.string()) }),
    { urls: 'acme.com' },
    'urls must be a list, such as ["acme.com"]',
  ],
  [
    z.object({ rows: z.array(z.record(z.string(), z.string())) }),
    { rows: 'x' },
    'rows must be a list of objects',
  ],
  [z.object({ rows: z.array(z.object({})) }), { rows: {} }, 'rows must be a list of objects'],
  [z.object({ l: z.array(z.string(), { error: ifMissing('Enter one') }) }), {}, 'Enter one'],
  [z.object({ l: z.array(z.string(), { error: ifMissing('Enter one') }) }), { l: {} }, 'l must be a list'],
  [z.object({ n: z.int() }), { n: 1.5 }, 'n must be a whole number'],
  [z.object({ n: z.int().max(500) }), { n: 100_000 }, 'n must be at most 500'],
  [z.object({ n: z.number().min(2) }), { n: 1 }, 'n must be at least 2'],
  [z.object({ t: z.string().max(3) }), { t: 'four' }, 't must have at most 3 characters'],
  [z.object({ t: z.string().min(1) }), { t: '' }, 't must not be empty'],
  [z.object({ l: z.array(z.string()).max(1) }), { l: ['a', 'b'] }, 'l must have at most 1 entry'],
  [z.object({ l: z.array(z.string()).max(2) }), { l: ['a', 'b', 'c'] }, 'l must have at most 2 entries'],
  [z.object({ k: z.literal('monthly') }), { k: 'yearly' }, 'k must be "monthly"'],
  [z.object({ k: z.enum(['a', 'b']) }), { k: 'c' }, 'k must be "a" or "b"'],
  [z.object({ k: z.enum(['a', 'b', 'c']) }), { k: 'd' }, 'k must be "a", "b" or "c"'],
  [STEP, { step: { kind: 'toool' } }, 'step.kind must be "tool", "formula" or "name"'],
  [STEP, { step: {} }, 'step.kind must be "tool", "formula" or "name"'],
  [z.object({ id: z.uuid() }), { id: 'x' }, 'id must be a valid uuid'],
  [z.strictObject({}), { q: 1 }, 'The request has unknown fields: q'],
  [z.strictObject({}), { ['q'.repeat(501)]: 1 }, `The request has unknown fields: ${'q'.repeat(60)}`],
  [
    z.strictObject({}),
    Object.fromEntries([...'abcdefghijklm'].map((name) => [name, 1])),
    'The request has unknown fields: a, b, c, d, e, f, g, h, i, j, and 3 more',
  ],
  [z.record(z.string(), z.string()), { ['q'.repeat(501)]: 1 }, `${'q'.repeat(60)} must be text`],
  [z.object({ n: z.number().multipleOf(2) }), { n: 3 }, 'n: Invalid number: must be a multiple of 2'],
  [z.string(), 1, 'The request must be text'],
  [z.object({ t: z.string('A custom message') }), { t: 1 }, 'A custom message'],
])('%# explains what is wrong: %j', (shape, input, message) => {
  expect(shape.safeParse(input, { error: issueMessage }).error?.issues[0]?.message).toBe(message);
});
