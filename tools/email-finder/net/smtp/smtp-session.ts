import { classifyReply, type SmtpPhase, type SmtpReply } from '#engines/mail-replies/classify-reply.ts';
import type { SmtpConnection } from './smtp-connection.ts';
import { SmtpFault } from './smtp-fault.ts';

/** How we identify ourselves to mail servers. */
export interface SmtpIdentity {
  /** name for EHLO that resolves to our IP address */
  ehloName: string;
  /** address for MAIL FROM that accepts mail */
  mailFrom: string;
}

/** Timeouts of a session, in ms. */
export interface SmtpPatience {
  connectMs: number;
  greetingMs: number;
  commandMs: number;
}

/** Servers slow down after 10 refusals in a session and drop it after 20. */
export const REFUSALS_PER_SESSION = 8;
/** A long session that never sends mail looks suspicious. */
const RECIPIENTS_PER_SESSION = 100;
/** RFC 5321 4.5.3.1.8 lets servers stop at 100 recipients per transaction; many stop at 50. */
const RECIPIENTS_PER_TRANSACTION = 20;

/** The reply to one recipient. */
export interface RecipientAnswer {
  /** `mail` if the server refused the transaction before the recipient */
  phase: SmtpPhase;
  reply: SmtpReply;
  /** no earlier recipient was accepted in the same transaction */
  alone: boolean;
}

/** A session with a mail server that checks many recipients. Never sends DATA. */
export interface SmtpSession {
  /** the host name from DNS */
  readonly host: string;
  /** the session ended or reached its limits; open another one */
  readonly exhausted: boolean;
  /** the server offers SMTPUTF8 */
  readonly international: boolean;
  /** Checks a recipient (canonical address), in a new transaction if `fresh`. Throws SmtpFault. */
  recipient(address: string, fresh: boolean): Promise<RecipientAnswer>;
  /** Sends QUIT and resolves when the connection is closed. */
  quit(): Promise<void>;
}

/**
 * Sends EHLO and starts TLS if `encrypt` is set and the server offers it. Throws SmtpFault, of kind `refused`
 * if the server rejects us; the caller must then close the connection.
 */
export async function startSession(
  connection: SmtpConnection,
  host: string,
  identity: SmtpIdentity,
  patience: SmtpPatience,
  encrypt: boolean,
): Promise<SmtpSession> {
  const { commandMs } = patience;
  assertAccepted(await connection.greeting(patience.greetingMs), 'connect');
  let extensions = await greet(connection, identity.ehloName, commandMs);
  if (encrypt && extensions.has('STARTTLS')) {
    const [reply] = await connection.send([{ phase: 'starttls', line: 'STARTTLS' }], commandMs);
    if (reply?.code === 220) {
      await connection.encrypt(host, commandMs);
      extensions = await greet(connection, identity.ehloName, commandMs);
    }
  }
  return new Session(connection, host, identity.mailFrom, commandMs, extensions);
}

function assertAccepted(reply: SmtpReply, phase: SmtpPhase): void {
  if (classifyReply(reply, phase) !== 'accepted') throw new SmtpFault('refused', phase, reply);
}

/** Sends EHLO, or HELO to servers that don't support it. Returns the offered extensions. */
async function greet(connection: SmtpConnection, name: string, limitMs: number): Promise<Set<string>> {
  const [extended] = await connection.send([{ phase: 'ehlo', line: `EHLO ${name}` }], limitMs);
  if (extended && extended.code >= 500 && extended.code <= 504) {
    const [plain] = await connection.send([{ phase: 'ehlo', line: `HELO ${name}` }], limitMs);
    assertAccepted(plain!, 'ehlo');
    return new Set();
  }
  assertAccepted(extended!, 'ehlo');
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
  #inTransaction = false;
  #transactionUtf8 = false;
  #acceptedInTransaction = 0;
  #recipientsInTransaction = 0;
  #recipients = 0;
  #refusals = 0;

  constructor(
    connection: SmtpConnection,
    host: string,
    mailFrom: string,
    commandMs: number,
    extensions: ReadonlySet<string>,
  ) {
    this.#connection = connection;
    this.host = host;
    this.#mailFrom = mailFrom;
    this.#commandMs = commandMs;
    this.#pipelining = extensions.has('PIPELINING');
    this.international = extensions.has('SMTPUTF8');
  }

  get exhausted(): boolean {
    return (
      this.#connection.fault !== null ||
      this.#refusals >= REFUSALS_PER_SESSION ||
      this.#recipients >= RECIPIENTS_PER_SESSION
    );
  }

  async recipient(address: string, fresh: boolean): Promise<RecipientAnswer> {
    if (this.#connection.fault) throw this.#connection.fault;
    if (this.exhausted) throw new Error('the session is exhausted: open another one');
    const lines = this.#linesFor(address, fresh);
    const replies = this.#pipelining
      ? await this.#connection.send(lines, this.#commandMs)
      : await this.#oneByOne(lines);
    const refused = lines.findIndex(
      ({ phase }, index) => phase !== 'rcpt' && (replies[index]?.code ?? 0) >= 400,
    );
    const last = lines.length - 1;
    const index = refused < 0 ? last : refused;
    const { phase } = lines[index]!;
    const reply = replies[index]!;
    if (phase === 'rset') throw new SmtpFault('refused', phase, reply);
    this.#inTransaction = phase === 'rcpt';
    const alone = this.#acceptedInTransaction === 0;
    // After a refused MAIL, a pipelined RCPT also gets an error.
    const rcptReply = replies[last];
    if (rcptReply) this.#recipients += 1;
    if (rcptReply && rcptReply.code >= 400) this.#refusals += 1;
    if (phase === 'rcpt') {
      this.#recipientsInTransaction += 1;
      if (reply.code < 300) this.#acceptedInTransaction += 1;
    }
    return { phase, reply, alone };
  }

  quit(): Promise<void> {
    return this.#connection.quit();
  }

  #linesFor(address: string, fresh: boolean): { phase: SmtpPhase; line: string }[] {
    const lines: { phase: SmtpPhase; line: string }[] = [];
    const utf8 = this.international && /[^\0-\u007f]/.test(`${address}${this.#mailFrom}`);
    const full = this.#recipientsInTransaction >= RECIPIENTS_PER_TRANSACTION;
    const reset = this.#inTransaction && (fresh || full || (utf8 && !this.#transactionUtf8));
    if (reset) lines.push({ phase: 'rset', line: 'RSET' });
    if (reset || !this.#inTransaction) {
      this.#recipientsInTransaction = 0;
      this.#acceptedInTransaction = 0;
      this.#transactionUtf8 = utf8;
      lines.push({ phase: 'mail', line: `MAIL FROM:<${this.#mailFrom}>${utf8 ? ' SMTPUTF8' : ''}` });
    }
    lines.push({ phase: 'rcpt', line: `RCPT TO:<${address}>` });
    return lines;
  }

  /** Stops at the first refusal, because the remaining commands depend on it. */
  async #oneByOne(lines: readonly { phase: SmtpPhase; line: string }[]): Promise<SmtpReply[]> {
    const replies: SmtpReply[] = [];
    for (const line of lines) {
      const [reply] = await this.#connection.send([line], this.#commandMs);
      replies.push(reply!);
      if (reply!.code >= 400) break;
    }
    return replies;
  }
}
