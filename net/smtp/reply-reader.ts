import type { SmtpReply } from '#engines/smtp-verdict/classify-reply.ts';
import { SmtpFault } from './smtp-fault.ts';

/** RFC 5321 4.5.3.1.5 allows 512 octets per line. Some servers send a bit more, attackers send megabytes. */
const MAX_LINE_BYTES = 4_096;
/** Real replies have a dozen lines at most. */
const MAX_LINES = 100;
const LINE_FEED = 10;
/** Three digits, optionally followed by a space or hyphen and text (RFC 5321 4.2). */
const REPLY_LINE = /^(\d{3})(?:([ -])(.*))?$/s;

/** Splits a server's output into replies with bounded memory. */
export class ReplyReader {
  #rest: Buffer = Buffer.alloc(0);
  #lines: string[] = [];

  /** Returns the replies that the chunk completes. Throws SmtpFault if the data isn't SMTP. */
  push(chunk: Buffer): SmtpReply[] {
    const replies: SmtpReply[] = [];
    let bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED)) {
      if (end > MAX_LINE_BYTES) throw new SmtpFault('not-smtp');
      const reply = this.#take(bytes.toString('utf8', 0, end).replace(/\r$/, ''));
      if (reply) replies.push(reply);
      bytes = bytes.subarray(end + 1);
    }
    if (bytes.length > MAX_LINE_BYTES) throw new SmtpFault('not-smtp');
    // A view would keep the entire chunk in memory.
    this.#rest = Buffer.from(bytes);
    return replies;
  }

  /** Whether a reply is incomplete. */
  get hasPartialReply(): boolean {
    return this.#rest.length > 0 || this.#lines.length > 0;
  }

  #take(line: string): SmtpReply | null {
    const [, code, mark, text = ''] = REPLY_LINE.exec(line) ?? [];
    if (code === undefined || this.#lines.length >= MAX_LINES) throw new SmtpFault('not-smtp');
    this.#lines.push(text);
    if (mark === '-') return null;
    const reply = { code: Number(code), text: this.#lines.join('\n') };
    this.#lines = [];
    return reply;
  }
}
