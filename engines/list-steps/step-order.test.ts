import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ListStep } from '#contract/list-steps.ts';
import { columnsFilled, columnsRead, orderSteps, stepsAfter } from './step-order.ts';

const tool = (id: string, reads: readonly string[], fills: readonly string[]): ListStep =>
  ListStep.parse({
    kind: 'tool',
    id,
    name: `Step ${id}`,
    tries: [
      { tool: 'website-extraction', inputs: Object.fromEntries(reads.map((column) => [column, column])) },
    ],
    outputs: fills.map((column) => ({ field: column, column })),
  });
const formula = (id: string, text: string, fills: string): ListStep =>
  ListStep.parse({
    kind: 'formula',
    id,
    name: `Step ${id}`,
    formula: text,
    outputs: [{ field: 'value', column: fills }],
  });
const idsOf = (steps: readonly ListStep[]) => steps.map(({ id }) => id);

describe('the order of steps', () => {
  it('puts each step after those that fill its columns', () => {
    const steps = [
      tool('mail', ['domain', 'name'], ['email']),
      formula('f', 'lower({domain})', 'host'),
      tool('dom', ['company'], ['domain']),
    ];
    const order = orderSteps(steps);
    expect(order.ok && idsOf(order.steps)).toEqual(['dom', 'mail', 'f']);
  });

  it('counts the columns of conditions', () => {
    const conditional = ListStep.parse({
      ...tool('b', ['x'], ['y']),
      conditions: [{ fields: ['email'], is: 'empty' }],
    });
    const order = orderSteps([conditional, tool('a', ['z'], ['email'])]);
    expect(order.ok && idsOf(order.steps)).toEqual(['a', 'b']);
  });

  it('names the steps of a circle', () => {
    const order = orderSteps([tool('a', ['x'], ['y']), tool('b', ['y'], ['z']), formula('c', '{z}', 'x')]);
    expect(order).toEqual({ ok: false, circle: ['Step a', 'Step c', 'Step b'] });
  });

  it('finds an order or a circle for any steps', () => {
    const column = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    fc.assert(
      fc.property(fc.array(fc.array(column, { maxLength: 3 }), { minLength: 1, maxLength: 5 }), (reads) => {
        const steps = reads.map((columns, index) => tool(`s${index}`, columns, ['abcde'[index] ?? '']));
        const order = orderSteps(steps);
        if (!order.ok) {
          expect(order.circle.length).toBeGreaterThan(0);
          return;
        }
        const filled = new Set<string>();
        const own = new Set(steps.flatMap(columnsFilled));
        for (const step of order.steps) {
          for (const read of columnsRead(step)) if (own.has(read)) expect(filled).toContain(read);
          for (const column of columnsFilled(step)) filled.add(column);
        }
        expect(order.steps).toHaveLength(steps.length);
      }),
    );
  });

  it('finds what depends on a column, also through other steps', () => {
    const order = orderSteps([
      tool('dom', ['company'], ['domain']),
      tool('mail', ['domain'], ['email']),
      tool('x', ['y'], ['z']),
    ]);
    expect(order.ok && idsOf(stepsAfter(order.steps, ['company']))).toEqual(['dom', 'mail']);
  });
});
