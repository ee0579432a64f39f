/** Below this wall time no page can exceed its CPU budget, and the cheap clock is enough. */
const WALL_CLOCK_MS = 20;

/**
 * A clock for one page's CPU budget, in ms, so that a busy machine doesn't truncate pages. Node before 23.9 knows only
 * the CPU time of all threads together. Time on the wall is never less than that of this thread.
 */
export function pageClock(): () => number {
  const wallStart = performance.now();
  const cpuUsage = process.threadCpuUsage ?? process.cpuUsage;
  const cpuStart = cpuUsage.call(process);
  return () => {
    const wall = performance.now() - wallStart;
    if (wall < WALL_CLOCK_MS) return wall;
    const { user, system } = cpuUsage.call(process, cpuStart);
    return Math.min(wall, (user + system) / 1000);
  };
}
