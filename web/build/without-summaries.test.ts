import { expect, it } from 'vitest';
import { withoutCallSummaries } from './without-summaries.ts';

it('empties the summaries of calls, and nothing else', () => {
  const call = `call({ name: 'a', summary:\n    'It\\'s \`x\`, {y}.',\n  scope: 'read', example: { summary: 1 } })`;
  expect(withoutCallSummaries(call)).toBe(
    `call({ name: 'a', summary: '',\n  scope: 'read', example: { summary: 1 } })`,
  );
});
