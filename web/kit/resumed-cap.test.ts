import { expect, it } from 'vitest';
import { resumedCap } from './resumed-cap.ts';

const stopped = { stop_reason: 'cap', cap: 5, options: {} } as const;
const ofList = { ...stopped, options: { list: 'x' } };

it('is twice that of the run of a list, and at least 10', () => {
  expect([0, 1, 5, 40].map((cap) => resumedCap({ ...ofList, cap }))).toEqual([10, 10, 10, 80]);
});

it('is none for a task of a tool that stopped at its limit, and stays as it was for others', () => {
  expect(resumedCap(stopped)).toBeNull();
  expect(resumedCap({ ...stopped, stop_reason: 'user' })).toBeUndefined();
  expect(resumedCap({ ...ofList, stop_reason: 'credits' })).toBeUndefined();
});
