import { expect, it } from 'vitest';
import { type Fleet, simulate } from './fleet.ts';

const FLEET: Fleet = {
  accounts: 50,
  workers: 4,
  rowsPerMonth: 3_000_000,
  cpuMsPerRow: 10,
  batchesPerSecond: 100,
  rowsPerBatch: 50,
  bytesPerRow: 2000,
  rowsPerTask: 500,
};

it('gives the same day for the same seed, and does all rows of a fleet with room to spare', () => {
  const day = simulate(FLEET);
  expect(simulate(FLEET)).toEqual(day);
  expect(day).toMatchObject({ workerRows: 400, databaseRows: 5000, backlog: 0, diskPerMonth: 6e9 });
  expect(day.peakUse).toBeLessThan(0.1);
  expect(day.wait.p95).toBeLessThanOrEqual(2);
});

it('leaves rows behind and lets tasks take longer with more rows than fit', () => {
  const day = simulate({ ...FLEET, rowsPerMonth: 3_000_000_000, rowsPerTask: 500_000 });
  expect(day.peakUse).toBeGreaterThan(1);
  expect(day.backlog).toBeGreaterThan(1_000_000);
  expect(day.slowdownP95).toBeGreaterThan(simulate(FLEET).slowdownP95);
  // Accounts that wait get the same.
  expect(day.fairness).toBeGreaterThan(0.99);
});

it('is limited by the database if that is slower than the workers', () => {
  const day = simulate({ ...FLEET, rowsPerMonth: 30_000_000, batchesPerSecond: 1 });
  expect(day.databaseRows).toBe(50);
  expect(day.writesPerSecond).toBeCloseTo(1);
});
