import type { CatchAllAnswer } from '../engine/smtp-verdict.ts';
import type { ServerReply } from './smtp-client.ts';

/** A domain gets at most this many probes: after three inconclusive answers, another one does not help. */
const MAX_PROBES = 3;

/**
 * Whether a domain accepts mail for every mailbox. Comes from memory, or from a probe that all lookups of the
 * domain share: a query for a made-up mailbox, sent after the first accepted address.
 */
export class CatchAll {
  readonly probeAddress: string;
  #answer: CatchAllAnswer;
  #source: 'memory' | 'mail-server' = 'memory';
  #running: Promise<CatchAllAnswer> | null = null;
  #probes = 0;
  #isNew = false;
  #earlyProbeClaimed = false;

  /** `remembered`: what memory says; null where it says nothing. `random` returns 0 up to 1. */
  constructor(domain: string, remembered: boolean | null, random: () => number) {
    this.probeAddress = `${probeName(random)}@${domain}`;
    this.#answer = remembered === null ? 'not-run' : remembered ? 'accepted' : 'refused';
  }

  /** null: not known */
  get acceptsAll(): boolean | null {
    return this.#answer === 'accepted' ? true : this.#answer === 'refused' ? false : null;
  }

  /** where `acceptsAll` comes from */
  get source(): 'memory' | 'mail-server' {
    return this.#source;
  }

  /**
   * The answer for the domain; sends the probe where it is not known. `query` queries the mail server for an
   * address.
   */
  async probe(query: (address: string) => Promise<ServerReply>): Promise<CatchAllAnswer> {
    if (this.acceptsAll !== null) return this.#answer;
    if (this.#running) return this.#running;
    if (this.#probes >= MAX_PROBES) return 'inconclusive';
    this.#probes += 1;
    this.#running = query(this.probeAddress).then(toAnswer);
    this.#answer = await this.#running.finally(() => {
      this.#running = null;
    });
    this.#source = 'mail-server';
    this.#isNew = this.acceptsAll !== null;
    return this.#answer;
  }

  /** The probe's result if memory does not have it yet; null otherwise, and on every later call. */
  takeNewResult(): boolean | null {
    if (!this.#isNew) return null;
    this.#isNew = false;
    return this.acceptsAll;
  }

  /**
   * True for the first caller, unless the answer is known: that caller sends the probe ahead of a greylisting
   * wait.
   */
  claimEarlyProbe(): boolean {
    const isFirst = !this.#earlyProbeClaimed && this.acceptsAll === null;
    this.#earlyProbeClaimed = true;
    return isFirst;
  }
}

/** Only a clear reply about the mailbox counts: a server may also refuse our second query. */
function toAnswer(reply: ServerReply): CatchAllAnswer {
  if (!reply.ok) return 'inconclusive';
  if (reply.meaning === 'accepted') return 'accepted';
  return reply.meaning === 'mailbox-missing' || reply.meaning === 'mailbox-disabled'
    ? 'refused'
    : 'inconclusive';
}

const CONSONANTS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';
const SYLLABLES = 4;

/**
 * A made-up local part in the shape of a name, such as `rovadube.tikemoga`. Some gateways treat digits and
 * gibberish unlike names, so the probe has to look like a person. `random` returns 0 up to 1.
 */
export function probeName(random: () => number): string {
  const letter = (letters: string) => letters[Math.floor(random() * letters.length)] ?? '';
  const name = () =>
    Array.from({ length: SYLLABLES }, () => `${letter(CONSONANTS)}${letter(VOWELS)}`).join('');
  return `${name()}.${name()}`;
}
