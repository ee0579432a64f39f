import { expect, it } from 'vitest';
import { readTour, tourText } from './tour-state.ts';

it('reads what it wrote, and nothing else', () => {
  for (const tour of [
    { list: 'a-b', followed: [] },
    { list: 'a-b', followed: ['run', 'export'] as const },
    { list: null, followed: [] },
  ])
    expect(readTour(tourText(tour))).toEqual(tour);
  expect([readTour(null), readTour('')]).toEqual([null, null]);
  expect(readTour('a run,dance')).toEqual({ list: 'a', followed: ['run'] });
});
