import { readdirSync, readFileSync } from 'node:fs';

const SAMPLE_INTERVAL_MS = 100;

/** Resident memory of processes in MB, by name: current, and peak since the start of the watch. */
export interface MemoryWatch {
  now(): Record<string, number>;
  peak(): Record<string, number>;
  stop(): void;
}

export function watchMemory(processes: Record<string, number>): MemoryWatch {
  const peak: Record<string, number> = {};
  const now = () =>
    Object.fromEntries(Object.entries(processes).map(([name, pid]) => [name, residentMb(pid)]));
  const sample = () => {
    for (const [name, mb] of Object.entries(now())) peak[name] = Math.max(peak[name] ?? 0, mb);
  };
  sample();
  const timer = setInterval(sample, SAMPLE_INTERVAL_MS);
  return { now, peak: () => peak, stop: () => clearInterval(timer) };
}

/** Resident memory in MB; 0 if the process exited. */
export function residentMb(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(readProcFile(pid, 'status'))?.[1] ?? 0) / 1000);
}

/** CPU seconds used by a process. */
export function cpuSeconds(pid: number): number {
  const fields = readProcFile(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Returns the PID of a child process by a part of its command line; 0 if none matches. */
export function findChild(parent: number, commandPart: string): number {
  const found = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .find(
      (pid) =>
        readProcFile(pid, 'stat').split(') ')[1]?.split(' ')[1] === String(parent) &&
        readProcFile(pid, 'cmdline').includes(commandPart),
    );
  return found ?? 0;
}

function readProcFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
