import { afterEach, expect, it, vi } from 'vitest';
import { pageClock } from './page-clock.ts';

const threadCpuUsage = Object.getOwnPropertyDescriptor(process, 'threadCpuUsage');
afterEach(() => {
  if (threadCpuUsage) Object.defineProperty(process, 'threadCpuUsage', threadCpuUsage);
});
const withUsage = (name: string, usage: () => NodeJS.CpuUsage) =>
  Object.defineProperty(process, name, { value: usage, configurable: true, writable: true });

it.each(['threadCpuUsage', 'cpuUsage'] as const)('counts only the CPU time of a page, by %s', (name) => {
  let cpuMs = 0;
  let wallMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => wallMs);
  const usage = () => ({ user: cpuMs * 500, system: cpuMs * 500 });
  if (name === 'threadCpuUsage') withUsage(name, usage);
  else {
    // As in Node 22.
    Reflect.deleteProperty(process, 'threadCpuUsage');
    vi.spyOn(process, name).mockImplementation(usage);
  }
  const clock = pageClock();
  wallMs = 10;
  expect(clock()).toBe(10);
  // Another process had the core for ten seconds.
  wallMs = 10_000;
  cpuMs = 30;
  expect(clock()).toBe(30);
  // Other threads worked, too.
  cpuMs = 30_000;
  expect(clock()).toBe(10_000);
});
