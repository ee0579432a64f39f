/** What a bounce says in the words of SMTP. */
export interface BounceText {
  /** three-digit reply code; null if the text has none */
  code: number | null;
  /** enhanced status code, like 5.1.1; null if the text has none */
  status: string | null;
  /** the reply without the notice around it, in one line */
  text: string;
  /** The notice says that the reply came before the server knew the recipient: to the connection, or to MAIL FROM. */
  isBeforeRecipient: boolean;
}

const MAX_CHARS = 20_000;
const REPLY_MAX_CHARS = 1_000;
/** Where notices of the common mail servers quote the reply, the most reliable first. */
const QUOTES = [
  /^diagnostic-code:[ \t]*(?:[a-z0-9-]+[ \t]*;)?[ \t]*(.+)$/im,
  /\bsaid: (.+)/i,
  /\brefused to talk to me: (.+)/i,
  /remote server returned ['"]?(.+)/i,
  /response (?:from the remote server )?was:\s*(.+)/i,
  /(?:smtp error|error) from remote (?:mail )?server[^:]*:\s*(.+)/i,
  /\b(?:reason|error):\s*(.+)/i,
];
/** Postfix, Exim, qmail, and the transcripts of Sendmail and Courier say which command got the reply. */
const BEFORE_RECIPIENT =
  /refused to talk to me:|after initial connection|in reply to (?:mail from|helo|ehlo)\b|after (?:pipelined )?(?:mail from|helo|ehlo)\b|but sender was rejected|>>> ?mail from:\S{0,300}(?: \S{1,50}){0,3}\s+<<< ?[45]/i;
/** Words of the notice that aren't about the sender or the recipient: how Postfix ends a reply, and usual subjects. */
const FRAME =
  /\(in\s+reply\s+to\s+(?:end\s+of\s+)?[a-z]+(?:\s+(?:to|from))?\s+command\)|\breturn(?:ed|ing)(?: message)? to sender\b/gi;
/** Headers around the text, whose words (like "spf" or "attachment") aren't the server's. Subjects often have the reason. */
const HEADER =
  /^(?:from|to|cc|date|sender|received|references|(?:x|content|mime|message|received|return|reply|in|dkim|arc|authentication|delivered|envelope|auto|list|thread)-[\w-]+):.*$/gim;
const CODE = /(?:^|[^\d.])([245]\d\d)(?=[\s\-#]|$)/;
const STATUS = /(?:^|[^\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/;
const STATUS_LINE = /^status:\s*([245]\.\d{1,3}\.\d{1,3})/im;

/**
 * Finds the reply of the mail server in what a provider or a mail server reports: a reply alone, a notice around one, or
 * a whole delivery report (RFC 3464).
 */
export function readBounceText(report: string): BounceText {
  const whole = report
    .slice(0, MAX_CHARS)
    .replace(/\r\n?/g, '\n')
    // Folded lines of a report, and the lines of a paragraph.
    .replace(/\n[ \t]+/g, ' ')
    .replace(/([^\n])\n(?=[^\n:]*(?:\n|$))(?=[^\n]*[^\n\s])(?!\S+:)/g, '$1 ');
  const quoted = QUOTES.map((quote) => quote.exec(whole)?.[1]).find((text) => text !== undefined);
  const text = (quoted ?? whole.replace(HEADER, ''))
    .replace(FRAME, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, REPLY_MAX_CHARS);
  const head = text.slice(0, 200);
  const status = STATUS.exec(head)?.[1] ?? STATUS_LINE.exec(whole)?.[1] ?? STATUS.exec(text)?.[1] ?? null;
  const code = CODE.exec(head)?.[1];
  return {
    code: code === undefined ? null : Number(code),
    status,
    text,
    isBeforeRecipient: BEFORE_RECIPIENT.test(whole),
  };
}
