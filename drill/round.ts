import type { Deployment } from './deployment.ts';
import type { Person } from './person.ts';
import type { Random } from './random.ts';

/** One round: what a phase gets. */
export interface Round {
  deployment: Deployment;
  person: Person;
  random: Random;
  number: number;
  /** companies of the phase that works a list of them */
  companies: number;
  /** Prints a line about the round. */
  print(line: string): void;
  siteUrl(site: string): string;
  /** Kills a process after a random time up to `withinMs`, and starts it again. */
  killWithin(withinMs: number): Promise<void>;
}

/** Does something, is interrupted by kills, and finishes it. Returns what is wrong with the outcome. */
export type Phase = (round: Round) => Promise<string[]>;
