import type { SmtpPhase, SmtpReply } from '#engines/smtp-verdict/classify-reply.ts';

/**
 * Why a session could not be had, or ended:
 * - unreachable: no connection; not-public: the guard refuses every address
 * - timeout: the server was silent for too long; closed: it ended the connection
 * - not-smtp: what it sent is no SMTP, or too long to be
 * - tls: the handshake failed
 * - refused: it answered, and the answer ends the session; `reply` has it
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
  /** of a refusal */
  readonly reply: SmtpReply | null;
  readonly phase: SmtpPhase;
  /** refused while other connections of ours to the same server were open: one less may do */
  crowded = false;

  constructor(kind: SmtpFaultKind, phase: SmtpPhase = 'connect', reply: SmtpReply | null = null) {
    super(`${kind} at ${phase}${reply ? `: ${reply.code} ${reply.text}` : ''}`);
    this.kind = kind;
    this.phase = phase;
    this.reply = reply;
  }
}
