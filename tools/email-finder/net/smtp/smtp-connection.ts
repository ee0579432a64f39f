import type { Socket } from 'node:net';
import { connect as startTls } from 'node:tls';
import type { SmtpPhase, SmtpReply } from '#engines/mail-replies/classify-reply.ts';
import { ReplyReader } from './reply-reader.ts';
import { SmtpFault } from './smtp-fault.ts';

/** Time limit for QUIT and for the close that follows. Servers count a connection until it is closed. */
const QUIT_MS = 2_000;

interface PendingReply {
  phase: SmtpPhase;
  resolve(reply: SmtpReply): void;
  reject(fault: SmtpFault): void;
}

/**
 * SMTP commands and replies over a socket. Replies match commands only by order, so an unexpected reply ends
 * the connection: a reply must never be attributed to the wrong recipient.
 */
export class SmtpConnection {
  #stream: Socket;
  #reader = new ReplyReader();
  #pending: PendingReply[] = [];
  #fault: SmtpFault | null = null;
  readonly #closed: Promise<void>;

  constructor(socket: Socket) {
    this.#stream = socket;
    this.#closed = new Promise((resolve) => socket.once('close', () => resolve()));
    this.#listen(socket);
  }

  /** Resolves when the socket is closed. */
  get closed(): Promise<void> {
    return this.#closed;
  }

  /** Why the connection ended, or null while it is usable. */
  get fault(): SmtpFault | null {
    return this.#fault;
  }

  /** Waits for the server's greeting. */
  greeting(limitMs: number): Promise<SmtpReply> {
    return this.#expect('connect', limitMs);
  }

  /**
   * Sends all lines at once and returns their replies in order. Each reply may take `limitMs`. If the connection ends
   * after a refusal, only the replies up to then are returned: they say why.
   */
  async send(lines: readonly { phase: SmtpPhase; line: string }[], limitMs: number): Promise<SmtpReply[]> {
    if (lines.some(({ line }) => /[\r\n\0]/.test(line))) throw new Error('an SMTP command must be one line');
    if (this.#fault) throw this.#fault;
    this.#stream.write(lines.map(({ line }) => `${line}\r\n`).join(''));
    // Expects all replies up front, because they may arrive in one chunk.
    const settled = await Promise.allSettled(
      lines.map(({ phase }, index) => this.#expect(phase, limitMs * (index + 1))),
    );
    const replies: SmtpReply[] = [];
    for (const result of settled) {
      if (result.status === 'fulfilled') replies.push(result.value);
      else if (replies.some(({ code }) => code >= 400)) break;
      else throw result.reason;
    }
    return replies;
  }

  /** Starts TLS after a 220 to STARTTLS. Accepts any certificate, because the alternative is plain text. */
  async encrypt(serverName: string, limitMs: number): Promise<void> {
    const socket = this.#stream;
    // Data received before the handshake may be injected by an attacker (CVE-2011-0411).
    if (this.#reader.hasPartialReply || this.#fault) throw this.#end(new SmtpFault('tls', 'starttls'));
    socket.removeAllListeners('data').removeAllListeners('end');
    try {
      this.#stream = await new Promise<Socket>((resolve, reject) => {
        const secure = startTls({
          socket,
          ...(/[a-z]/i.test(serverName) && !serverName.includes(':') ? { servername: serverName } : {}),
          rejectUnauthorized: false,
          minVersion: 'TLSv1',
          ciphers: 'DEFAULT@SECLEVEL=0',
        });
        const timer = setTimeout(() => secure.destroy(new Error('timeout')), limitMs);
        secure.once('secureConnect', () => {
          clearTimeout(timer);
          resolve(secure);
        });
        secure.once('error', reject);
        secure.once('close', () => {
          clearTimeout(timer);
          reject(new Error('closed'));
        });
      });
    } catch {
      throw this.#end(new SmtpFault('tls', 'starttls'));
    }
    this.#listen(this.#stream);
  }

  /** Sends QUIT if still possible, and resolves when the connection is closed. */
  async quit(): Promise<void> {
    if (this.#fault) return this.#closed;
    await this.send([{ phase: 'rset', line: 'QUIT' }], QUIT_MS).catch(() => {});
    if (!this.#stream.destroyed) this.#stream.end();
    const timer = setTimeout(() => this.destroy(), QUIT_MS);
    await this.#closed;
    clearTimeout(timer);
  }

  /** Closes the connection immediately. */
  destroy(): void {
    this.#end(new SmtpFault('closed'));
  }

  #listen(stream: Socket): void {
    stream.on('data', (chunk: Buffer) => this.#receive(chunk));
    stream.on('error', () => this.#end(new SmtpFault('closed', this.#phase())));
    stream.on('end', () => this.#end(new SmtpFault('closed', this.#phase())));
    stream.on('close', () => this.#end(new SmtpFault('closed', this.#phase())));
  }

  #phase(): SmtpPhase {
    return this.#pending[0]?.phase ?? 'connect';
  }

  #receive(chunk: Buffer): void {
    if (this.#fault) return;
    try {
      for (const reply of this.#reader.push(chunk)) {
        const next = this.#pending.shift();
        if (next) next.resolve(reply);
        else this.#onUnexpected(reply);
      }
    } catch {
      this.#end(new SmtpFault('not-smtp', this.#phase()));
    }
  }

  /** A 421 may arrive at any time (RFC 5321 3.8). */
  #onUnexpected(reply: SmtpReply): void {
    this.#end(reply.code === 421 ? new SmtpFault('refused', 'connect', reply) : new SmtpFault('not-smtp'));
  }

  #expect(phase: SmtpPhase, limitMs: number): Promise<SmtpReply> {
    if (this.#fault) return Promise.reject(this.#fault);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#end(new SmtpFault('timeout', phase)), limitMs);
      this.#pending.push({
        phase,
        resolve: (reply) => {
          clearTimeout(timer);
          resolve(reply);
        },
        reject: (fault) => {
          clearTimeout(timer);
          reject(fault);
        },
      });
    });
  }

  /** Keeps the first fault and rejects all pending replies with it. */
  #end(fault: SmtpFault): SmtpFault {
    this.#fault ??= fault;
    for (const reply of this.#pending.splice(0)) reply.reject(this.#fault);
    if (!this.#stream.destroyed) this.#stream.destroy();
    return this.#fault;
  }
}
