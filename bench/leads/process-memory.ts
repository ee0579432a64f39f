import { readdirSync, readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 100;

/** What processes use: resident memory now and at most since `watch()`, in MB, by the name given for each. */
export interface MemoryWatch {
  now(): Record<string, number>;
  peak(): Record<string, number>;
  stop(): void;
}

export function watchMemory(processes: Record<string, number>): MemoryWatch {
  const peak: Record<string, number> = {};
  const now = () =>
    Object.fromEntries(Object.entries(processes).map(([name, pid]) => [name, residentMb(pid)]));
  const look = () => {
    for (const [name, mb] of Object.entries(now())) peak[name] = Math.max(peak[name] ?? 0, mb);
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return { now, peak: () => peak, stop: () => clearInterval(timer) };
}

/** Resident memory in MB; 0 where the process is gone. */
export function residentMb(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(fileOf(pid, 'status'))?.[1] ?? 0) / 1000);
}

/** Seconds of processor time that a process has used. */
export function cpuSeconds(pid: number): number {
  const fields = fileOf(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The child of a process whose command line has a word; 0 where there is none. */
export function childOf(parent: number, word: string): number {
  const found = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .find(
      (pid) =>
        fileOf(pid, 'stat').split(') ')[1]?.split(' ')[1] === String(parent) &&
        fileOf(pid, 'cmdline').includes(word),
    );
  return found ?? 0;
}

function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
