import type { Socket } from 'node:net';
import { connect as startTls } from 'node:tls';
import type { SmtpPhase, SmtpReply } from '#engines/smtp-verdict/classify-reply.ts';
import { ReplyReader } from './reply-reader.ts';
import { SmtpFault } from './smtp-fault.ts';

/** Time to say goodbye and to see the connection closed: a server that counts connections must not see two of ours. */
const GOODBYE_MS = 2_000;

interface Waiting {
  phase: SmtpPhase;
  resolve(reply: SmtpReply): void;
  reject(fault: SmtpFault): void;
}

/**
 * Commands and replies over one socket. Replies are matched to commands by their order only, so whatever comes unasked
 * ends the connection: a reply must never be taken for the answer to another recipient.
 */
export class SmtpConnection {
  #stream: Socket;
  #reader = new ReplyReader();
  #waiting: Waiting[] = [];
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

  /** Why nothing more can be asked; null while it can. */
  get fault(): SmtpFault | null {
    return this.#fault;
  }

  /** The server's greeting, within the limit from now. */
  greeting(limitMs: number): Promise<SmtpReply> {
    return this.#expect('connect', limitMs);
  }

  /** Sends all lines at once and gives their replies in order; each has `limitMs` of its own. */
  async ask(lines: readonly { phase: SmtpPhase; line: string }[], limitMs: number): Promise<SmtpReply[]> {
    if (lines.some(({ line }) => /[\r\n\0]/.test(line))) throw new Error('an SMTP command has one line');
    if (this.#fault) throw this.#fault;
    this.#stream.write(lines.map(({ line }) => `${line}\r\n`).join(''));
    // All are expected before the first has come: their replies may come in one piece.
    return Promise.all(lines.map(({ phase }, index) => this.#expect(phase, limitMs * (index + 1))));
  }

  /** After a 220 to STARTTLS. Certificates are not judged: without them the talk would be in the clear. */
  async encrypt(serverName: string, limitMs: number): Promise<void> {
    const socket = this.#stream;
    // What came before the handshake came in the clear, from whoever stands between (CVE-2011-0411).
    if (this.#reader.amidst || this.#fault) throw this.#end(new SmtpFault('tls', 'starttls'));
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

  /** Says QUIT where that is still possible, and resolves when the connection is closed. */
  async quit(): Promise<void> {
    if (this.#fault) return this.#closed;
    await this.ask([{ phase: 'rset', line: 'QUIT' }], GOODBYE_MS).catch(() => {});
    if (!this.#stream.destroyed) this.#stream.end();
    const cut = setTimeout(() => this.destroy(), GOODBYE_MS);
    await this.#closed;
    clearTimeout(cut);
  }

  /** Ends the connection at once. */
  destroy(): void {
    this.#end(new SmtpFault('closed'));
  }

  #listen(stream: Socket): void {
    stream.on('data', (chunk: Buffer) => this.#hear(chunk));
    stream.on('error', () => this.#end(new SmtpFault('closed', this.#phase())));
    stream.on('end', () => this.#end(new SmtpFault('closed', this.#phase())));
    stream.on('close', () => this.#end(new SmtpFault('closed', this.#phase())));
  }

  #phase(): SmtpPhase {
    return this.#waiting[0]?.phase ?? 'connect';
  }

  #hear(chunk: Buffer): void {
    if (this.#fault) return;
    try {
      for (const reply of this.#reader.push(chunk)) {
        const next = this.#waiting.shift();
        if (next) next.resolve(reply);
        else this.#unasked(reply);
      }
    } catch {
      this.#end(new SmtpFault('not-smtp', this.#phase()));
    }
  }

  /** A greeting may come before it is waited for; a 421 may come at any time (RFC 5321 3.8). */
  #unasked(reply: SmtpReply): void {
    this.#end(reply.code === 421 ? new SmtpFault('refused', 'connect', reply) : new SmtpFault('not-smtp'));
  }

  #expect(phase: SmtpPhase, limitMs: number): Promise<SmtpReply> {
    if (this.#fault) return Promise.reject(this.#fault);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#end(new SmtpFault('timeout', phase)), limitMs);
      this.#waiting.push({
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

  /** The first fault stays; everybody who waits gets it. */
  #end(fault: SmtpFault): SmtpFault {
    this.#fault ??= fault;
    for (const waiting of this.#waiting.splice(0)) waiting.reject(this.#fault);
    if (!this.#stream.destroyed) this.#stream.destroy();
    return this.#fault;
  }
}
