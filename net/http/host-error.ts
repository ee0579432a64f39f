import type { Refusal } from '../guard.ts';

/** A host that was not connected to: blocked by the guard, or without an address. */
export class HostError extends Error {
  readonly why: Refusal | 'not-found' | 'undecided';
  constructor(why: HostError['why']) {
    super(`host not connected to: ${why}`);
    this.why = why;
  }
}
