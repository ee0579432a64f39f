import type { SmtpReply } from '#engines/mail-replies/classify-reply.ts';
import { SmtpFault } from './smtp-fault.ts';

/** RFC 5321 4.5.3.1.5 allows 512 octets per line. Some servers send a bit more, attackers send megabytes. */
const MAX_LINE_BYTES = 4_096;
/** Real replies have a dozen lines at most. */
const MAX_LINES = 100;
/** One reply of many long lines. 200 connections hold this much at most. */
const MAX_REPLY_BYTES = 16_384;
const LINE_FEED = 10;
/** Three digits, optionally followed by a space or hyphen and text (RFC 5321 4.2). */
const REPLY_LINE = /^(\d{3})(?:([ -])(.*))?$/s;

/** Splits a server's output into replies with bounded memory. */
export class ReplyReader {
  /** the first `#restBytes` bytes are an incomplete line */
  #rest: Buffer = Buffer.alloc(0);
  #restBytes = 0;
  #lines: string[] = [];
  #lineBytes = 0;

  /** Returns the replies that the chunk completes. Throws SmtpFault if the data isn't SMTP. */
  push(chunk: Buffer): SmtpReply[] {
    const replies: SmtpReply[] = [];
    let start = 0;
    // Searches each byte once, also if they arrive one by one.
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      const reply = this.#take(this.#completeLine(chunk.subarray(start, end)));
      if (reply) replies.push(reply);
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
    return replies;
  }

  /** Whether a reply is incomplete. */
  get hasPartialReply(): boolean {
    return this.heldBytes > 0;
  }

  /** How many bytes of an incomplete reply it keeps. */
  get heldBytes(): number {
    return this.#restBytes + this.#lineBytes;
  }

  /** Keeps the beginning of a line. */
  #keep(bytes: Buffer): void {
    const needed = this.#restBytes + bytes.length;
    if (needed > MAX_LINE_BYTES) throw new SmtpFault('not-smtp');
    if (needed > this.#rest.length) {
      const larger = Buffer.alloc(Math.min(MAX_LINE_BYTES, needed * 2));
      this.#rest.copy(larger, 0, 0, this.#restBytes);
      this.#rest = larger;
    }
    bytes.copy(this.#rest, this.#restBytes);
    this.#restBytes = needed;
  }

  #completeLine(end: Buffer): string {
    let line = end;
    if (this.#restBytes > 0) {
      this.#keep(end);
      line = this.#rest.subarray(0, this.#restBytes);
      this.#restBytes = 0;
    }
    if (line.length > MAX_LINE_BYTES) throw new SmtpFault('not-smtp');
    return line.toString('utf8').replace(/\r$/, '');
  }

  #take(line: string): SmtpReply | null {
    const [, code, mark, text = ''] = REPLY_LINE.exec(line) ?? [];
    // One byte more for the line end, so that an empty line counts too.
    this.#lineBytes += line.length + 1;
    if (code === undefined || this.#lines.length >= MAX_LINES || this.#lineBytes > MAX_REPLY_BYTES)
      throw new SmtpFault('not-smtp');
    this.#lines.push(text);
    if (mark === '-') return null;
    const reply = { code: Number(code), text: this.#lines.join('\n') };
    this.#lines = [];
    this.#lineBytes = 0;
    return reply;
  }
}
