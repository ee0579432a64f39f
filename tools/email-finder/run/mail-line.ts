import { classifyReply, type ReplyMeaning } from '#engines/smtp-verdict/classify-reply.ts';
import type { MailHost } from '#net/mail-hosts.ts';
import type { MailServers } from '#net/smtp/mail-servers.ts';
import { SmtpFault } from '#net/smtp/smtp-fault.ts';
import type { SmtpPatience, SmtpSession } from '#net/smtp/smtp-session.ts';

/** What came of one question. */
export type Asked =
  | { ok: true; meaning: ReplyMeaning; host: string; reply: string }
  /** nobody could be asked; `opening`: not even a session was had */
  | { ok: false; fault: SmtpFault; opening: boolean };

/** The address cannot be asked about in this session's language. */
export const NOT_INTERNATIONAL = 'SMTPUTF8 is not offered';

const MOST_REPLY = 300;

/**
 * One line of questions to the mail servers of one host, one after the other. It keeps a session as long as it is of use,
 * over domains too, and takes another when it is spent or lost.
 */
export class MailLine {
  readonly #servers: MailServers;
  readonly #patience: SmtpPatience;
  readonly #signal: AbortSignal;
  #session: SmtpSession | null = null;
  /** of the transaction that is open */
  #domain = '';
  /** the host takes one recipient for each transaction */
  #oneByOne = false;

  constructor(servers: MailServers, patience: SmtpPatience, signal: AbortSignal) {
    this.#servers = servers;
    this.#patience = patience;
    this.#signal = signal;
  }

  /** Whether the session in hand can take more questions without being renewed. */
  get hasRoom(): boolean {
    return this.#session !== null && !this.#session.spent;
  }

  /** Asks whether the servers take mail for an address; `fresh`: in a transaction of its own. */
  async ask(domain: string, hosts: readonly MailHost[], address: string, fresh: boolean): Promise<Asked> {
    for (let attempt = 1; ; attempt += 1) {
      const opened = await this.#open(hosts);
      if (opened instanceof SmtpFault) return { ok: false, fault: opened, opening: true };
      const { session, used } = opened;
      if (!session.international && /[^\0-\u007f]/.test(address))
        return { ok: true, meaning: 'unknown', host: session.host, reply: NOT_INTERNATIONAL };
      try {
        const alone = fresh || this.#oneByOne || this.#domain !== domain;
        const answer = await session.recipient(address, alone);
        this.#domain = domain;
        const meaning = classifyReply(answer.reply, answer.phase);
        if (this.#wantsOneByOne(meaning, answer)) {
          this.#oneByOne = true;
          continue;
        }
        const reply = `${answer.reply.code} ${answer.reply.text}`.slice(0, MOST_REPLY);
        return { ok: true, meaning, host: session.host, reply };
      } catch (error) {
        this.#signal.throwIfAborted();
        if (!(error instanceof SmtpFault)) throw error;
        // A server may end a session that was of use long enough; one that never was will not be better next time.
        if (!used || attempt > 1) return { ok: false, fault: error, opening: false };
      }
    }
  }

  /** Says goodbye. */
  async leave(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    await session?.quit();
  }

  /** "Too many recipients" after others in the same transaction; some servers give no code for it (RFC 5321 4.5.3.1.10). */
  #wantsOneByOne(
    meaning: ReplyMeaning,
    { alone, reply }: { alone: boolean; reply: { code: number } },
  ): boolean {
    if (this.#oneByOne || alone) return false;
    return meaning === 'too-many-recipients' || (meaning === 'temporary' && reply.code === 452);
  }

  async #open(hosts: readonly MailHost[]): Promise<{ session: SmtpSession; used: boolean } | SmtpFault> {
    const held = this.#session;
    if (held && !held.spent && hosts.some(({ name }) => name === held.host))
      return { session: held, used: true };
    // Without waiting: the next connection gets its turn when this one is closed.
    void this.leave();
    this.#domain = '';
    try {
      const session = await this.#servers.open(hosts, this.#patience, this.#signal);
      this.#session = session;
      return { session, used: false };
    } catch (error) {
      this.#signal.throwIfAborted();
      if (error instanceof SmtpFault) return error;
      throw error;
    }
  }
}
