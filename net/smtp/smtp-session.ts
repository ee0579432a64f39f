import { classifyReply, type SmtpPhase, type SmtpReply } from '#engines/smtp-verdict/classify-reply.ts';
import type { SmtpConnection } from './smtp-connection.ts';
import { SmtpFault } from './smtp-fault.ts';

/** Who asks, as servers see it. */
export interface SmtpIdentity {
  /** a name that resolves to our address, for EHLO */
  ehloName: string;
  /** an address that takes mail, for MAIL FROM */
  mailFrom: string;
}

/** How long a server is waited for, in ms. */
export interface SmtpPatience {
  connectMs: number;
  greetingMs: number;
  commandMs: number;
}

/** Servers slow down at 10 refusals in a session and drop it at 20: we leave before. */
export const REFUSALS_PER_SESSION = 8;
/** A session that asks and never sends looks odd after a while. */
const RECIPIENTS_PER_SESSION = 100;
/** RFC 5321 4.5.3.1.8 lets a server stop at 100 recipients of one transaction; many stop at 50. */
const RECIPIENTS_PER_TRANSACTION = 20;

/** The answer to one recipient. */
export interface RecipientAnswer {
  /** `mail` where the transaction was refused before the recipient could be named */
  phase: SmtpPhase;
  reply: SmtpReply;
  /** nobody was accepted before in the same transaction */
  alone: boolean;
}

/** One connection to one mail server, on which many recipients are asked about. Never sends DATA. */
export interface SmtpSession {
  /** the host's name as DNS gave it */
  readonly host: string;
  /** has said or suffered as much as one session should; ask no more, open another */
  readonly exhausted: boolean;
  /** the server offered SMTPUTF8 */
  readonly international: boolean;
  /** Asks about one recipient (canonical address), in a transaction of its own when `fresh`. Throws SmtpFault. */
  recipient(address: string, fresh: boolean): Promise<RecipientAnswer>;
  /** QUIT; resolves when the connection is closed. */
  quit(): Promise<void>;
}

/**
 * Greets and, where offered, encrypts. Throws SmtpFault; `refused` when the server will not talk to us. The caller closes
 * the connection then.
 */
export async function startSession(
  connection: SmtpConnection,
  host: string,
  who: SmtpIdentity,
  patience: SmtpPatience,
  encrypt: boolean,
): Promise<SmtpSession> {
  const { commandMs } = patience;
  accept(await connection.greeting(patience.greetingMs), 'connect');
  let offers = await greet(connection, who.ehloName, commandMs);
  if (encrypt && offers.has('STARTTLS')) {
    const [reply] = await connection.ask([{ phase: 'starttls', line: 'STARTTLS' }], commandMs);
    if (reply?.code === 220) {
      await connection.encrypt(host, commandMs);
      offers = await greet(connection, who.ehloName, commandMs);
    }
  }
  return new Session(connection, host, who.mailFrom, commandMs, offers);
}

function accept(reply: SmtpReply, phase: SmtpPhase): void {
  if (classifyReply(reply, phase) !== 'accepted') throw new SmtpFault('refused', phase, reply);
}

/** EHLO, or HELO for servers that do not know it; gives the extensions offered. */
async function greet(connection: SmtpConnection, name: string, limitMs: number): Promise<Set<string>> {
  const [extended] = await connection.ask([{ phase: 'ehlo', line: `EHLO ${name}` }], limitMs);
  if (extended && extended.code >= 500 && extended.code <= 504) {
    const [plain] = await connection.ask([{ phase: 'ehlo', line: `HELO ${name}` }], limitMs);
    accept(plain!, 'ehlo');
    return new Set();
  }
  accept(extended!, 'ehlo');
  const lines = extended!.text.split('\n').slice(1);
  return new Set(lines.map((line) => line.trim().split(' ')[0]?.toUpperCase() ?? ''));
}

class Session implements SmtpSession {
  readonly host: string;
  readonly international: boolean;
  readonly #connection: SmtpConnection;
  readonly #mailFrom: string;
  readonly #commandMs: number;
  readonly #pipelining: boolean;
  #open = false;
  #openUtf8 = false;
  #accepted = 0;
  #asked = 0;
  #inTransaction = 0;
  #refusals = 0;

  constructor(
    connection: SmtpConnection,
    host: string,
    mailFrom: string,
    commandMs: number,
    offers: ReadonlySet<string>,
  ) {
    this.#connection = connection;
    this.host = host;
    this.#mailFrom = mailFrom;
    this.#commandMs = commandMs;
    this.#pipelining = offers.has('PIPELINING');
    this.international = offers.has('SMTPUTF8');
  }

  get exhausted(): boolean {
    return (
      this.#connection.fault !== null ||
      this.#refusals >= REFUSALS_PER_SESSION ||
      this.#asked >= RECIPIENTS_PER_SESSION
    );
  }

  async recipient(address: string, fresh: boolean): Promise<RecipientAnswer> {
    if (this.#connection.fault) throw this.#connection.fault;
    if (this.exhausted) throw new Error('the session is exhausted: open another one');
    const lines = this.#linesFor(address, fresh);
    const replies = this.#pipelining
      ? await this.#connection.ask(lines, this.#commandMs)
      : await this.#oneByOne(lines);
    const refused = lines.findIndex(
      ({ phase }, index) => phase !== 'rcpt' && (replies[index]?.code ?? 0) >= 400,
    );
    const last = lines.length - 1;
    const at = refused < 0 ? last : refused;
    const { phase } = lines[at]!;
    const reply = replies[at]!;
    if (phase === 'rset') throw new SmtpFault('refused', phase, reply);
    this.#open = phase === 'rcpt';
    const alone = this.#accepted === 0;
    // Where MAIL was refused, a pipelined RCPT was answered with an error as well.
    const answered = replies[last];
    if (answered) this.#asked += 1;
    if (answered && answered.code >= 400) this.#refusals += 1;
    if (phase === 'rcpt') {
      this.#inTransaction += 1;
      if (reply.code < 300) this.#accepted += 1;
    }
    return { phase, reply, alone };
  }

  quit(): Promise<void> {
    return this.#connection.quit();
  }

  #linesFor(address: string, fresh: boolean): { phase: SmtpPhase; line: string }[] {
    const lines: { phase: SmtpPhase; line: string }[] = [];
    const utf8 = this.international && /[^\0-\u007f]/.test(`${address}${this.#mailFrom}`);
    const full = this.#inTransaction >= RECIPIENTS_PER_TRANSACTION;
    const renew = this.#open && (fresh || full || (utf8 && !this.#openUtf8));
    if (renew) lines.push({ phase: 'rset', line: 'RSET' });
    if (renew || !this.#open) {
      this.#inTransaction = 0;
      this.#accepted = 0;
      this.#openUtf8 = utf8;
      lines.push({ phase: 'mail', line: `MAIL FROM:<${this.#mailFrom}>${utf8 ? ' SMTPUTF8' : ''}` });
    }
    lines.push({ phase: 'rcpt', line: `RCPT TO:<${address}>` });
    return lines;
  }

  /** Stops at the first refusal, after which the rest makes no sense. */
  async #oneByOne(lines: readonly { phase: SmtpPhase; line: string }[]): Promise<SmtpReply[]> {
    const replies: SmtpReply[] = [];
    for (const line of lines) {
      const [reply] = await this.#connection.ask([line], this.#commandMs);
      replies.push(reply!);
      if (reply!.code >= 400) break;
    }
    return replies;
  }
}
