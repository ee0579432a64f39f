import type { DomainContext } from './domain-context.ts';
import type { EmailLookup } from './email-lookup.ts';
import { isTemporary, type ServerAnswer } from './query-servers.ts';

/** A domain with more waiting lookups than this per connection may use another connection. */
const LOOKUPS_PER_CONNECTION = 20;
/** After this many lost sessions in one round, the domain's other lookups get no query. */
const MAX_LOST_SESSIONS = 2;

/**
 * The lookups of one domain that need its mail server, and which of them comes next. Has no timers or
 * sockets.
 */
export class DomainQueue {
  readonly domain: DomainContext;
  /** connections that work on the domain now */
  connections = 0;
  readonly #maxRetries: number;
  #retries = 0;
  /** in reverse order: the last one is next */
  #waiting: EmailLookup[];
  #postponed: EmailLookup[] = [];
  #lostSessions = 0;
  #gaveUp: ServerAnswer | null = null;

  constructor(domain: DomainContext, lookups: readonly EmailLookup[], maxRetries: number) {
    this.domain = domain;
    this.#waiting = lookups.toReversed();
    this.#maxRetries = maxRetries;
  }

  /** No lookup is left for this round. */
  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Whether it is worth another connection. */
  get wantsConnection(): boolean {
    return this.#waiting.length > this.connections * LOOKUPS_PER_CONNECTION;
  }

  /** The answer for all other lookups of this round, after the domain lost too many sessions. */
  get gaveUp(): ServerAnswer | null {
    return this.#gaveUp;
  }

  /** Takes the lookups of this round one by one. Several connections may take from it at once. */
  *take(): Generator<EmailLookup, void, undefined> {
    for (let lookup = this.#waiting.pop(); lookup; lookup = this.#waiting.pop()) yield lookup;
  }

  /** Makes a lookup the next one again. */
  putBack(lookup: EmailLookup): void {
    this.#waiting.push(lookup);
  }

  /** Records the answer to a lookup. Returns true if it postpones the lookup to the next round. */
  postpones(lookup: EmailLookup, answer: ServerAnswer): boolean {
    const { problem } = answer;
    if (!problem) return false;
    const isLost = problem.kind === 'lost-session';
    if (this.#retries < this.#maxRetries && (!isLost || isTemporary(problem.fault))) {
      this.#postponed.push(lookup);
      // The server refuses sessions for now, so it would refuse the other lookups too.
      if (isLost) for (const other of this.take()) this.#postponed.push(other);
      return true;
    }
    if (isLost) this.#countLostSession(answer, problem.opening);
    return false;
  }

  /**
   * Ends the round if all its lookups are done. Returns the number of the retry that has to follow, counted
   * from 0; null if the round goes on, or nothing is postponed.
   */
  endRound(): number | null {
    if (this.connections > 0 || !this.isEmpty || this.#postponed.length === 0) return null;
    const retry = this.#retries;
    this.#retries += 1;
    this.#lostSessions = 0;
    this.#gaveUp = null;
    return retry;
  }

  /** Starts the next round with the postponed lookups. */
  startRound(): void {
    this.#waiting = this.#postponed.reverse();
    this.#postponed = [];
  }

  #countLostSession({ evidence, source }: ServerAnswer, opening: boolean): void {
    this.#lostSessions += 1;
    if (opening || this.#lostSessions >= MAX_LOST_SESSIONS)
      this.#gaveUp = { evidence, candidate: null, host: null, source, problem: null };
  }
}
