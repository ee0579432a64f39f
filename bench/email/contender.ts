import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { WorldAddress } from './mail-world-process.ts';

/** A verifier's verdict on an address. */
export type Verdict = 'deliverable' | 'risky' | 'undeliverable' | 'unknown';

/** Input of a contender, as JSON in its first argument. */
export interface ContenderInput extends WorldAddress {
  /** addresses to verify, in whatever way the contender does it */
  addresses?: string[];
  /** generated firms whose people to find, `rounds` times */
  firms?: { firms: number; people: number; seed: number; rounds: number };
}

/** Result of a contender, as JSON in its last line of output. */
export interface ContenderResult {
  /** verdicts on the addresses, in order */
  verdicts: Verdict[];
  ms: number;
  /** people for whom an address was verified */
  verified?: number;
  /** people for whom the correct address was verified */
  right?: number;
  /** total people */
  people?: number;
  /** heap in MB after each round and a garbage collection */
  heapMb?: number[];
  peakMb?: number;
}

export const readInput = () => JSON.parse(process.argv[2] ?? '') as ContenderInput;
export const writeResult = (result: ContenderResult) => process.stdout.write(`${JSON.stringify(result)}\n`);

/** Runs a contender's program, a file of this folder, in a separate process. */
export async function runContender(
  program: string,
  args: string[],
  input: ContenderInput,
): Promise<ContenderResult> {
  const script = fileURLToPath(new URL(`./${program}.ts`, import.meta.url));
  const child = spawn(process.execPath, ['--expose-gc', script, JSON.stringify(input), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} exited with code ${code}`);
  return JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as ContenderResult;
}
