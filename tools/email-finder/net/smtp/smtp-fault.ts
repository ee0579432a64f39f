import {
  classifyReply,
  type ReplyMeaning,
  type SmtpPhase,
  type SmtpReply,
} from '#engines/mail-replies/classify-reply.ts';

/**
 * Why a session failed or ended:
 * - unreachable: no connection
 * - not-public: the guard blocks every address
 * - timeout: the server took too long to reply
 * - closed: the server closed the connection
 * - not-smtp: the server's output isn't SMTP, or too long
 * - tls: the TLS handshake failed
 * - refused: the server's reply (in `reply`) ended the session
 */
export type SmtpFaultKind =
  | 'unreachable'
  | 'not-public'
  | 'timeout'
  | 'closed'
  | 'not-smtp'
  | 'tls'
  | 'refused';

export class SmtpFault extends Error {
  override readonly name = 'SmtpFault';
  readonly kind: SmtpFaultKind;
  /** the reply of a refusal, else null */
  readonly reply: SmtpReply | null;
  /** what the reply means; null without one */
  readonly meaning: ReplyMeaning | null;
  readonly phase: SmtpPhase;
  /** refused while we had other connections to this server open; fewer connections may work */
  crowded = false;

  /** `address`: the recipient that the reply is about, if any */
  constructor(
    kind: SmtpFaultKind,
    phase: SmtpPhase = 'connect',
    reply: SmtpReply | null = null,
    address: string | null = null,
  ) {
    super(`${kind} at ${phase}${reply ? `: ${reply.code} ${reply.text}` : ''}`);
    this.kind = kind;
    this.phase = phase;
    this.reply = reply;
    this.meaning = reply && classifyReply(reply, phase, address);
  }
}
