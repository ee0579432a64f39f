import { classifyReply, type ReplyMeaning } from './classify-reply.ts';
import { saysAbroad } from './languages.ts';
import { type BounceText, readBounceText } from './read-bounce-text.ts';

/**
 * What a bounce means for the address:
 * - hard: the mailbox or its domain doesn't exist, or is closed
 * - soft: a full mailbox, or a delivery that failed for now
 * - policy: the server refuses the sender or the message, which says nothing about the mailbox
 * - complaint: the recipient reported the message as spam
 * - other: an automatic answer, or nothing that we understand
 */
const BOUNCE_CLASSES = ['hard', 'soft', 'policy', 'complaint', 'other'] as const;
export type BounceClass = (typeof BOUNCE_CLASSES)[number];

export interface BounceReport {
  /** reply code, enhanced status code, or both, as the provider says them */
  code?: string | undefined;
  /** a reply, a notice or a whole delivery report */
  text?: string | undefined;
}

const CLASSES: Readonly<Record<ReplyMeaning, BounceClass | null>> = {
  accepted: 'other',
  'mailbox-missing': 'hard',
  'mailbox-disabled': 'hard',
  'mailbox-full': 'soft',
  'too-many-recipients': 'soft',
  greylist: 'soft',
  temporary: 'soft',
  'rate-limit': 'soft',
  'block-list': 'policy',
  policy: 'policy',
  'tls-required': 'policy',
  unknown: null,
};

/** A feedback report (RFC 5965), one of Hotmail, which has no part of that type, or one of Amazon SES in a mail of SNS. */
const COMPLAINT =
  /^feedback-type:\s*(?:abuse|fraud|virus|complaint)|^x-hmxmroriginalrecipient:|^subject:[ \t]*complaint about message from [\da-f.:]+\s*$|(?:notification|event)type\\?"\s*:\s*\\?"complaint\b/im;
const AUTO_REPLY =
  /^auto-submitted:\s*auto-replied|^x-autoreply:|\b(?:out of (?:the )?office|automatic reply|auto[- ]?reply|autoresponder|on (?:vacation|annual leave|parental leave)|abwesenheitsnotiz|réponse automatique)\b/im;
const SAYS_FAILED =
  /\b[45]\d\d\b|\b[45]\.\d{1,3}\.\d{1,3}\b|undeliver|not be delivered|delivery (?:has )?fail|^x-failed-recipients:|\(failure\)/im;
/** The server refuses this message for every recipient. */
const MESSAGE =
  /\bspam(?!haus)|unsolicited|bulk ?mail|bulk e-?mail|virus|malware|phish|attachment|content (?:rejected|denied|filter)|(?:banned|prohibited|unacceptable|mail) content|message (?:content|filtered|rejected|refused|too (?:large|big))|(?:message|mail|size)[^.]{0,30}(?:exceeds|too (?:large|big))|(?<!box )\bsize (?:limit )?exceeded|exceeds[^.]{0,30}(?:maximum|message|size limit)|mail rejected|uribl|surbl|headers?\b[^.]{0,40}(?:error|improper|malformed|not accepted)|header error|duplicated? message-?id|line (?:length )?limit|line (?:is )?too long|organizational settings|this message is (?!in mime)|policy|dmarc|dkim|\bspf\b|\bunwanted (?:e-?mail|message)/;
const DOMAIN =
  /(?:domain|host)(?: name)?(?: \S+){0,2}? (?:not found|does(?: not|n't) exist|unknown|must exist|may not exist)|domain (?:\S+ )?is not reachable|(?:unknown|no such|invalid|illegal) (?:domain|host)|host or domain name not found|name or service not known|nxdomain|does not accept (?:e-?)?mail(?! from)|domain .{0,40}no longer (?:available|in use)|nolocalhost|no mx (?:record|host)|mx records? points? to non-?existent|(?:find|found) (?:a|any|no) mail exchanger/;
/** RFC 7505: the owner of the domain says that it takes no emails. */
const NULL_MX =
  /\bnull mx\b|indicated no smtp service|\b(?:host|domain) (?:\S+ )?does not accept (?:e-?)?mail(?! from)/;
/** Google Groups doesn't say whether the group is missing or closed to the sender, in the language of the sender. */
const GOOGLE_GROUP =
  /groups\.google\.com\/support\b|\bgroup\b.{0,80}\bmay not exist, or you may not have permission/;
/** A bounce ends the tries, so a mailbox that is closed "for now" is closed. */
const CLOSED = /(?:mailbox|account|user) (?:\S+ ){0,3}(?:has been|is) (?:disabled|closed|deactivated)/;
/** The same for a mailbox that was unknown at each try (Postfix can be set to answer so with 450). */
const STILL_UNKNOWN = /\buser unknown\b|\bunknown user\b/;
const REFUSED =
  /\b(?:recipient|addressee) (?:was )?(?:rejected|refused)\b|\brecipient address (?:rejected|refused)\W*$/;
const BLOCKED =
  /reputation|\bblocked\b|access (?:denied|from)|go away|not allowed|not accept(?:ed|ing)? (?:mail |messages? |connections? )?from|mailing list|members[- ]only|mass mail|mismatch|smtp server of your isp|resolve your|\bip=\d|ask your postmaster|not accepting connections|reverse dns|open proxy|captcha|\binvalid ip\b/;
const COMPLAINTS = /\b(?:user|member|recipient|spam|abuse) complaints\b/;
/** What mail servers write when their own name server has no answer, rather than the recipient's server. */
const LOOKUP = /name service error|host or domain name not found|host name lookup failure/;
const LOOKUP_LATER = /try again|temporar|lookup failure|malformed|unexpected|timed? ?out/;
/** What NTT Docomo answers to the message of a sender whom the recipient blocks, after it accepted the recipient. */
const UNKNOWN_TO_SENDER = /\bunknown user \S+$/i;
/** RFC 7504: a server that takes no emails at all. Others refuse a sender with 521, but with another status. */
const NO_EMAILS = '5.3.2';
const OUR_DOMAIN = /sender|from domain|helo|client|your (?:domain|host)|mail from/;
const EXPIRED =
  /timed? ?out|time expired|expired|delivery delayed|could not (?:connect|be delivered for)|connection (?:refused|reset|lost|dropped|timed)|unreachable|no route|retry time not reached|queue too long|(?:did|does) not respond|too many hops|loops? back|routing loop|network error|no answer from host|giving up|(?:has been|is) delayed|(?:will be|be) retried|temporary (?:failure|problem|error)|requests to connect|socket error|(?:is|was) not responding|not delivered within|failing for a long time|failed (?:after )?\d+ (?:attempts|tries)|forwarded more than|mail loop|\bnot reachable|service (?:\S+ ){0,2}(?:unavailable|not available)/;
const SYSTEM_FULL =
  /\b(?:file )?write error|(?:system|disk|server)(?: is)? full|insufficient system|system config|local (?:error|problem)|internal (?:server )?error/;

/**
 * Classifies a bounce by the reply that it reports, with the rules for replies to our own connections. A policy block is
 * never `hard`: the enhanced codes 5.7.x are, only if the text says that the mailbox doesn't exist. Nor is a reply that came
 * before the server knew the recipient. One that came after it accepted the recipient is about the message, if it says no
 * more.
 */
export function classifyBounce({ code = '', text = '' }: BounceReport): BounceClass {
  if (COMPLAINT.test(text)) return 'complaint';
  if (AUTO_REPLY.test(text) && !SAYS_FAILED.test(text)) return 'other';
  const read = readBounceText(text);
  const found = classOf(read, code);
  if (found === 'hard' && read.action === 'delayed') return 'soft';
  const isPermanent = (read.code ?? 500) >= 500;
  if (read.isBeforeRecipient && (found === 'hard' || (found === 'other' && isPermanent))) return 'policy';
  if (!read.isAfterRecipient) return found;
  if (found === 'hard') return UNKNOWN_TO_SENDER.test(read.text) ? 'policy' : 'hard';
  return found === 'other' && isPermanent ? 'policy' : found;
}

function classOf(read: BounceText, code: string): BounceClass {
  const given = readBounceText(code);
  const status = read.status ?? given.status;
  const number = read.code ?? given.code ?? (status ? Number(`${status[0]}50`) : null);
  const said = read.text.toLowerCase();
  if (number === null && said === '') return 'other';

  const meaning = meaningOf(number ?? 550, status, read.text);
  const found = CLASSES[meaning];
  if (number === 521 && status === NO_EMAILS && found === null) return 'hard';
  if (read.code === null && LOOKUP.test(said) && !OUR_DOMAIN.test(said))
    return LOOKUP_LATER.test(said) ? 'soft' : 'hard';
  if (/try again slower|\bfrequency (?:is )?limit/.test(said)) return 'soft';
  if (NULL_MX.test(said) && !OUR_DOMAIN.test(said)) return 'hard';
  if (GOOGLE_GROUP.test(said) || COMPLAINTS.test(said) || saysAbroad(said, 'too-large')) return 'policy';
  if (status === '5.1.2' && saysNoDomain(said)) return 'hard';
  if (found === 'hard' || found === 'policy') return found;
  if (CLOSED.test(said)) return 'hard';
  if (read.action === 'failed' && STILL_UNKNOWN.test(said) && !OUR_DOMAIN.test(said)) return 'hard';
  if (/reputation|\buntrusted\b/.test(said)) return 'policy';
  if ((MESSAGE.test(said) || saysAbroad(said, 'content')) && meaning !== 'mailbox-full') return 'policy';
  if (saysNoDomain(said) && number !== null && number >= 500) return 'hard';
  if (status && /^5\.(?:1\.(?:[1236]|10)|4\.310)$/.test(status) && found === null) return 'hard';
  if (found !== null) return found;
  if (BLOCKED.test(said)) return 'policy';
  if (REFUSED.test(said)) return 'hard';
  if (EXPIRED.test(said) || SYSTEM_FULL.test(said) || saysAbroad(said, 'later')) return 'soft';
  // RFC 3463: 5.6 is about the content of the message.
  if (status && /^5\.[67]\./.test(status)) return 'policy';
  if (status && /^[45]\.[34]\./.test(status)) return 'soft';
  if (saysNoDomain(said)) return 'hard';
  return 'other';
}

function saysNoDomain(said: string): boolean {
  return (DOMAIN.test(said) || saysAbroad(said, 'no-domain')) && !OUR_DOMAIN.test(said);
}

/** A text without a code counts as a permanent reply. */
function meaningOf(code: number, status: string | null, text: string): ReplyMeaning {
  // classifyReply reads the enhanced code at the start of a line.
  const said = text.replace(/^[245]\d\d[\s-]+/, '');
  const reply = { code, text: status === null || said.startsWith(status) ? said : `${status} ${said}` };
  return classifyReply(reply, 'rcpt');
}
