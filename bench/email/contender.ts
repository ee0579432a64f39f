import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { WorldAddress } from './mail-world-process.ts';

/** A verifier's word on an address. */
export type Word = 'deliverable' | 'risky' | 'undeliverable' | 'unknown';

/** What a contender is told, as JSON in its first argument. */
export interface Told extends WorldAddress {
  /** to be verified, one by one or together as the contender does it */
  addresses?: string[];
  /** to be found, so many times over */
  firms?: { firms: number; people: number; seed: number; rounds: number };
}

/** What a contender measured of itself, as JSON in its last line. */
export interface Measured {
  /** of addresses, in order */
  words: Word[];
  ms: number;
  /** of firms: people found, and found rightly */
  verified?: number;
  right?: number;
  /** people in all */
  people?: number;
  /** heap in use after each round, in MB, garbage collected */
  heapMb?: number[];
  peakMb?: number;
}

export const readTold = () => JSON.parse(process.argv[2] ?? '') as Told;
export const tell = (measured: Measured) => process.stdout.write(`${JSON.stringify(measured)}\n`);

/** Runs a contender's program (`./name.ts`) in a process of its own. */
export async function runContender(program: string, args: string[], told: Told): Promise<Measured> {
  const script = fileURLToPath(new URL(`./${program}.ts`, import.meta.url));
  const child = spawn(process.execPath, ['--expose-gc', script, JSON.stringify(told), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
  return JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as Measured;
}
