import { cutText } from '#contract/cut-text.ts';
import { classifyReply, type ReplyMeaning } from '#engines/mail-replies/classify-reply.ts';
import type { Owner } from '#net/cpu-shares.ts';
import type { MailHost } from '../net/mail-hosts.ts';
import type { MailServers } from '../net/smtp/mail-servers.ts';
import { SmtpFault } from '../net/smtp/smtp-fault.ts';
import type { SmtpPatience, SmtpSession } from '../net/smtp/smtp-session.ts';

/** The result of one query. */
export type ServerReply =
  | { ok: true; meaning: ReplyMeaning; host: string; text: string }
  /** no reply; `opening`: the client could not even open a session */
  | { ok: false; fault: SmtpFault; opening: boolean };

/** The reply to a non-ASCII address where the session only takes ASCII. Made by us, not by the server. */
export const NOT_INTERNATIONAL = 'SMTPUTF8 is not offered';

const MAX_REPLY_CHARS = 300;

/**
 * Queries the mail servers of one host, one address at a time. It keeps its session across domains, and opens
 * another one when the session is exhausted or lost.
 */
export class SmtpClient {
  readonly #servers: MailServers;
  readonly #patience: SmtpPatience;
  readonly #signal: AbortSignal;
  readonly #owner: Owner;
  #session: SmtpSession | null = null;
  /** of the open transaction */
  #domain = '';
  /** the host takes one recipient per transaction */
  #oneRecipientEach = false;

  constructor(servers: MailServers, patience: SmtpPatience, signal: AbortSignal, owner: Owner) {
    this.#servers = servers;
    this.#patience = patience;
    this.#signal = signal;
    this.#owner = owner;
  }

  /** Whether the current session can take another query. */
  get hasRoom(): boolean {
    return this.#session !== null && !this.#session.exhausted;
  }

  /**
   * Queries whether the servers accept mail for an address; `fresh`: in a new transaction. Rejects on abort.
   */
  async query(
    domain: string,
    hosts: readonly MailHost[],
    address: string,
    fresh: boolean,
  ): Promise<ServerReply> {
    for (let attempt = 1; ; attempt += 1) {
      const opened = await this.#open(hosts);
      if (opened instanceof SmtpFault) return { ok: false, fault: opened, opening: true };
      const { session, reused } = opened;
      if (!session.international && /[^\0-\u007f]/.test(address))
        return { ok: true, meaning: 'unknown', host: session.host, text: NOT_INTERNATIONAL };
      try {
        const alone = fresh || this.#oneRecipientEach || this.#domain !== domain;
        const answer = await session.recipient(address, alone);
        this.#domain = domain;
        const meaning = classifyReply(answer.reply, answer.phase, address);
        if (this.#wantsOneRecipientEach(meaning, answer)) {
          this.#oneRecipientEach = true;
          continue;
        }
        const text = cutText(`${answer.reply.code} ${answer.reply.text}`, MAX_REPLY_CHARS);
        return { ok: true, meaning, host: session.host, text };
      } catch (error) {
        this.#signal.throwIfAborted();
        if (!(error instanceof SmtpFault)) throw error;
        // A server may end a session after many queries, so one retry is fair. A new session would fail again.
        if (!reused || attempt > 1) return { ok: false, fault: error, opening: false };
      }
    }
  }

  /** Ends the session with QUIT. */
  async close(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    await session?.quit();
  }

  /**
   * "Too many recipients" after others in the same transaction; some servers only send 452 (RFC 5321
   * 4.5.3.1.10).
   */
  #wantsOneRecipientEach(
    meaning: ReplyMeaning,
    { alone, reply }: { alone: boolean; reply: { code: number } },
  ): boolean {
    if (this.#oneRecipientEach || alone) return false;
    return meaning === 'too-many-recipients' || (meaning === 'temporary' && reply.code === 452);
  }

  async #open(hosts: readonly MailHost[]): Promise<{ session: SmtpSession; reused: boolean } | SmtpFault> {
    const current = this.#session;
    if (current && !current.exhausted && hosts.some(({ name }) => name === current.host))
      return { session: current, reused: true };
    // Not awaited: the next connection gets its turn when this one has closed.
    void this.close();
    this.#domain = '';
    try {
      const session = await this.#servers.open(hosts, this.#patience, this.#signal, this.#owner);
      this.#session = session;
      return { session, reused: false };
    } catch (error) {
      this.#signal.throwIfAborted();
      if (error instanceof SmtpFault) return error;
      throw error;
    }
  }
}
