import { readNotice } from './read-notice.ts';

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
  /** The notice says that the reply is about the message: it came after DATA, when the server had accepted the recipient. */
  isAfterRecipient: boolean;
  /** What a delivery report says (RFC 3464 2.3.3): `delayed` means that the server goes on trying. */
  action: 'failed' | 'delayed' | null;
}

const MAX_CHARS = 20_000;
const REPLY_MAX_CHARS = 1_000;
/** Where notices of the common mail servers quote the reply, the most reliable first. */
const QUOTES = [
  /^diagnostic-code:[ \t]*(?:[a-z0-9-]+[ \t]*;)?[ \t]*(.+)$/im,
  /\bsaid: (.+)/i,
  /\brefused to talk to me: (.+)/i,
  /\bdid not like our [a-z ]{2,12}:\s*(.+)/i,
  /remote server returned ['"]?(.+)/i,
  /(?:response|error that the other server returned)(?: from the remote server)? was:\s*(.+)/i,
  /additional information follows\s*:[\s-]*(.+)/i,
  /(?:smtp error|error) from remote (?:mail )?server[^:]*:\s*(.+)/i,
  /\bout: ([45]\d\d[ -].+)/i,
  /<<< ([45]\d\d[ -].+)/,
  /\b(?:reason|error):\s*(.+)/i,
];
/** Postfix, Exim, qmail, DragonFly, and the transcripts of Sendmail and Courier say which command got the reply. */
const BEFORE_RECIPIENT =
  /refused to talk to me:|after initial connection|in reply to (?:mail from|helo|ehlo)\b|after (?:pipelined )?(?:mail from|helo|ehlo)\b|did not like our (?:mail from|helo|ehlo):|but (?:greeting failed|(?:my name|sender) was rejected)|>>> ?mail from:\S{0,300}(?: \S{1,50}){0,3}\s+<<< ?[45]/i;
const AFTER_RECIPIENT =
  /in reply to (?:end of )?data\b|after (?:pipelined )?(?:end of )?data\b|did not like our (?:final )?data:|failed (?:on data command|after i sent the message)/i;
const ACTION = /^action:\s*(failed|delayed)\b/im;
/** Words of the notice that aren't about the sender or the recipient: how Postfix and qmail end a reply, and usual subjects. */
const FRAME =
  /\(in\s+reply\s+to\s+(?:end\s+of\s+)?[a-z]+(?:\s+(?:to|from))?\s+command\)|\breturn(?:ed|ing)(?: message)? to sender\b|\bgiving up on \d{1,3}(?:\.\d{1,3}){3}/gi;
/** Headers around the text, whose words (like "spf" or "attachment") aren't the server's. Subjects often have the reason. */
const HEADER =
  /^(?:from|to|cc|date|sender|received|references|(?:x|content|mime|message|received|return|reply|in|dkim|arc|authentication|delivered|envelope|auto|list|thread)-[\w-]+):.*$/gim;
const CODE = /(?:^|[^\d.+])([45]\d\d)(?=[\s\-#]|$)/;
const CODE_MAX_INDEX = 200;
const ACCEPTED = /^(2\d\d)(?=[\s-]|$)/;
const STATUS = /(?:^|[^\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/;
const STATUS_LINE = /^status:\s*([245]\.\d{1,3}\.\d{1,3})/im;

/**
 * Finds the reply of the mail server in what a provider or a mail server reports: a reply alone, a notice around one, or
 * a whole delivery report (RFC 3464).
 */
export function readBounceText(report: string): BounceText {
  const whole = readNotice(report)
    .slice(0, MAX_CHARS)
    // Folded lines of a report, and the lines of a paragraph.
    .replace(/(?<!\n)\n[ \t]+/g, ' ')
    .replace(/([^\n])\n(?=[^\n:]*(?:\n|$))(?=[^\n]*[^\n\s])(?!\S+:)/g, '$1 ');
  const quoted = QUOTES.map((quote) => quote.exec(whole)?.[1]).find((text) => text !== undefined);
  const said = (quoted ?? whole.replace(HEADER, '')).replace(FRAME, ' ').replace(/\s+/g, ' ').trim();
  const text = joinLines(said).slice(0, REPLY_MAX_CHARS);
  const status =
    STATUS.exec(text.slice(0, CODE_MAX_INDEX))?.[1] ??
    STATUS_LINE.exec(whole)?.[1] ??
    STATUS.exec(text)?.[1] ??
    null;
  const failure = CODE.exec(text);
  const code = failure && failure.index < CODE_MAX_INDEX ? failure[1] : ACCEPTED.exec(text)?.[1];
  return {
    code: code === undefined ? null : Number(code),
    status,
    text,
    isBeforeRecipient: BEFORE_RECIPIENT.test(whole),
    isAfterRecipient: AFTER_RECIPIENT.test(whole),
    action: (ACTION.exec(whole)?.[1]?.toLowerCase() ?? null) as BounceText['action'],
  };
}

/** A reply of several lines repeats its codes in each (RFC 5321 4.2.1), in the middle of its sentences. */
function joinLines(reply: string): string {
  const [start = '', code = '', status = ''] = /^([245]\d\d)-([245]\.\d{1,3}\.\d{1,3} )?/.exec(reply) ?? [];
  if (code === '') return reply;
  const rest = reply.slice(start.length);
  return `${code} ${status}${rest.replaceAll(new RegExp(` ${code}[ -](?:[245]\\.\\d{1,3}\\.\\d{1,3} )?`, 'g'), ' ')}`;
}
