import { saysAbroad } from './languages.ts';

/** A complete server reply: its three-digit code, and its lines without the code, joined with line breaks. */
export interface SmtpReply {
  code: number;
  text: string;
}

/** The command that the reply answers. `connect` is the greeting. */
export type SmtpPhase = 'connect' | 'ehlo' | 'starttls' | 'mail' | 'rcpt' | 'rset';

/**
 * What a reply says about the recipient or the sender:
 * - accepted: the server accepts the recipient (or the command, in other phases)
 * - mailbox-missing, mailbox-disabled, mailbox-full: the state of this mailbox
 * - too-many-recipients: retry in a separate transaction
 * - greylist, temporary: retry later from the same IP address with the same sender
 * - rate-limit: too many requests from us, or from everyone. A mailbox that gets too much is `temporary`
 * - block-list, policy: the server rejects us; says nothing about the mailbox
 * - tls-required: the server requires TLS
 * - unknown: none of the above
 */
export const REPLY_MEANINGS = [
  'accepted',
  'mailbox-missing',
  'mailbox-disabled',
  'mailbox-full',
  'too-many-recipients',
  'greylist',
  'temporary',
  'rate-limit',
  'block-list',
  'policy',
  'tls-required',
  'unknown',
] as const;
export type ReplyMeaning = (typeof REPLY_MEANINGS)[number];

/** An enhanced status code (RFC 3463): class.subject.detail at the start of a line. */
const ENHANCED = /^\s*[#([]?([245]\.\d{1,3}\.\d{1,3})\b/m;
/** Limits the cost of the patterns. The meaning is always at the start. */
const MAX_TEXT_CHARS = 1_000;

const ANY_ADDRESS = 'a@b.c';

/**
 * Returns the enhanced status code of a reply, or null if there is none or its class contradicts the code.
 */
export function enhancedCode(reply: SmtpReply): string | null {
  const code = ENHANCED.exec(reply.text.slice(0, MAX_TEXT_CHARS))?.[1] ?? null;
  return code?.startsWith(String(reply.code)[0] ?? '') ? code : null;
}

/**
 * Classifies a reply by its enhanced code, phase and text, the most reliable sign first. Checks for
 * rejections of the sender first, because block lists use the codes of missing mailboxes. Only replies to
 * RCPT say something about a mailbox. `address`: the one that was queried. Servers repeat it, and its words
 * are not the server's.
 */
export function classifyReply(
  reply: SmtpReply,
  phase: SmtpPhase,
  address: string | null = null,
): ReplyMeaning {
  const { code } = reply;
  if (code < 200 || code > 599) return 'unknown';
  if (code < 400) return code < 300 && code !== 252 ? 'accepted' : 'unknown';
  const said = reply.text.slice(0, MAX_TEXT_CHARS).toLowerCase().replace(/\s+/g, ' ');
  const text = withoutAddresses(said, address);
  const detail = enhancedCode(reply)?.slice(2) ?? null;
  if (phase === 'rcpt' && MAILBOX_RATE.test(text)) return 'temporary';
  const aboutUs = aboutTheSender({ code, detail, text: withoutNames(text, address), phase });
  if (aboutUs) return aboutUs;
  if (phase === 'rcpt') return aboutTheRecipient(code, detail, text);
  if (code < 500) return 'temporary';
  return phase === 'connect' || phase === 'mail' ? 'policy' : 'unknown';
}

const BLOCKED =
  /block ?list|(?<!may be )black ?list|\brbl\b|dnsbl|spamhaus|spamcop|barracudacentral|uceprotect|\bsorbs\b|invaluement|blocked (?:using|by|for|due|because|from)|(?:has|have|was|is|are|been) (?:temporarily )?(?:blocked|banned)(?! account)|bl(?:ock(?:ed|ing)) (?:your|this|the) (?:ip|host|client|address)|(?:your|client|sending|connecting|source) (?:ip|host|network|address|server|mta)[^.]{0,60}(?:blocked|banned|rejected|refused|listed|denied|not allowed|reputation)|banned send|poor reputation|low reputation|bad reputation|(?:reverse dns|rdns|ptr (?:record|lookup)|reverse (?:hostname|lookup))|dynamic (?:ip|address|host)|unverif[iy]+able (?:sending )?(?:ip|host|client|server)|\b(?:ip|client) name lookup|no longer accept mail from|not (?:currently )?accepting mail from your/;
const MAILBOX_BLOCKED =
  /(?:account|mailbox|user|recipient) (?:\S+ ){0,2}(?:is|was|been) (?:temporarily )?blocked/;
const TLS =
  /starttls|not support tls|tls (?:is )?(?:required|needed|mandatory)|(?:require|must use|need)s? (?:tls|encryption|ssl)|encryption (?:required|needed)/;
const RATE =
  /try again slower|too many (?:connection|concurrent|session|message|mail|error|command|invalid|unknown|bad|failed|rcpt (?:error|command))|rate.?limit|frequency (?:is )?limit|rate (?:exceeded|that prevents)|throttl|too (?:fast|quickly|much mail|frequent|often)|connection limit|(?:message|sending|connection)s? (?:limit|rate|quota)|limit exceeded|exceeded .{0,30}(?:connection|rate)|slow down|\b(?:daily|hourly|relay|sending) quota|unusual rate|server (?:is )?(?:too )?busy/;
/** Gmail: one mailbox gets emails too fast, so it says nothing about the server or us. */
const MAILBOX_RATE =
  /\b(?:receiv(?:es|ing)|gets|getting) (?:mail|e-?mails?|messages) (?:at a rate|too (?:quickly|fast|often))/;
const RECIPIENTS =
  /too many recipients|recipient limit|maximum.{0,20}recipients|one recipient|only one (?:rcpt|recipient)|multiple (?:recipients|destination domains)|separate transaction|recipients? (?:exceed|per)/;

const SENDER =
  /(?:\b(?:sender|mail from|from address|return[- ]path|helo|ehlo|your (?:address|domain|email))\b|\bfrom:)(?:'s)?[^.;]{0,60}?(?:unknown|invalid|not (?:exist|found|verified|allowed|accepted|authori[sz]ed|approved|permitted)|does ?n[o']t exist|doesn't exist|rejected|refused|denied|blocked|fail|unverified|empty)|(?:unknown|invalid|bad|bogus|empty|null|unroutable|unrouteable|unresolvable|unverified|unauthori[sz]ed) (?:envelope )?(?:sender|mail from|rfc\.?5321 from|from domain|return[- ]path|helo)|domain of sender|\bbatv\b|mail from not|sender'?s? (?:verif\w*|domain|email address)/;
/** Rejections that name both: "Sender address rejected" beside a mailbox that doesn't exist. */
const RECIPIENT = /\b(?:recipient|rcpt|user|mailbox|addressee)\b/;

/** Says that the recipient is unknown, beside which the name of a block list may be part of another name. */
const USER_UNKNOWN = /\buser unknown\b|\bunknown user\b/;
const ABOUT_CLIENT = /\b(?:your|client|ip|sending|connecting)\b|blocked (?:using|by)/;
/** Limits of what we send, beside which "quota exceeded" says nothing about the mailbox. */
const SENDING_LIMIT =
  /\b(?:daily|hourly|relay|sending|sender|message|connection|rate)s? (?:limit|rate|quota)|\byour\b|rate.?limit/;

/** Rejections of the sender or of the way it connects, rather than of the recipient. */
function aboutTheSender({
  code,
  detail,
  text,
  phase,
}: {
  code: number;
  detail: string | null;
  text: string;
  phase: SmtpPhase;
}): ReplyMeaning | null {
  const isUnknown = phase === 'rcpt' && code >= 500 && (detail === '1.1' || USER_UNKNOWN.test(text));
  if (TLS.test(text) || detail === '7.10' || (code === 530 && !/auth/.test(text))) return 'tls-required';
  if (detail === '5.3' || RECIPIENTS.test(text)) return 'too-many-recipients';
  if (BLOCKED.test(text) && !MAILBOX_BLOCKED.test(text) && (!isUnknown || ABOUT_CLIENT.test(text)))
    return 'block-list';
  // Microsoft: 5.7.606 to 5.7.649 and 5.7.511 are banned IP addresses.
  if (detail !== null && (/^7\.6[0-4]\d$/.test(detail) || detail === '7.511')) return 'block-list';
  const isAboutMailbox = isUnknown || (phase === 'rcpt' && isFull(detail, text));
  if ((RATE.test(text) && !isAboutMailbox) || code === 421 || detail === '7.28') return 'rate-limit';
  // RFC 3463: 1.7 and 1.8 are a bad address or system of the sender.
  if (detail === '1.7' || detail === '1.8') return 'policy';
  if (SENDER.test(text) && (detail === null || detail.startsWith('7.') || !RECIPIENT.test(text)))
    return code >= 500 ? 'policy' : null;
  if (saysAbroad(text, 'sender')) return code >= 500 ? 'policy' : null;
  return null;
}

const FULL =
  /does not have enough space|(?:user|domain)? ?disk quota|reached [^.]{0,20}quota|space has been used up|too much mail data|(?:over|exceed\w*|out of) (?:\w+ ){0,3}?(?:quota|storage|space)|quota (?:is )?(?:exceeded|full|limit|violation|usage)|(?:mail ?box|inbox|mailfolder|mail folder|account|user|recipient)(?:'s)? (?:\w+ ){0,3}?(?:is |has )?(?:full|over ?quota|overquota)|(?:mail ?box|storage|account) (?:\w+ ){0,3}?limit exceeded|(?:mail ?box|inbox) (?:has )?exceed(?:s|ed) (?:\w+ ){0,4}(?:size|limit)|full mailbox|insufficient (?:disk |mailbox )space|no space (?:left|for)|not enough (?:storage|space)|storage allocation/;
const DISABLED =
  /(?:account|mailbox|user|recipient|address|box|email)[^.]{0,40}(?:disabled|suspended|inactive|deactivated|deactivat|not active|locked|suspend|frozen|on hold|terminated|expired|blocked|closed|dormant|discontinued)|^\S+ (?:is )?(?:currently |temporar(?:y|ily) )(?:suspended|locked|disabled)|(?:disabled|suspended|inactive|deactivated|expired|terminated) (?:account|mailbox|user|recipient|address|email)|no longer (?:active|accepting|accepts|receiving|in use|in service)|mailbox not accepting|not accepting (?:mail|messages)/;
const RELAY =
  /relay|rcpthosts|not (?:a )?local (?:domain|host)|not hosted|we do not (?:accept|handle)|(?:domain|host) (?:is )?not (?:local|found|handled|configured)|not our domain|not permitted to/;
const MISSING = [
  /(?:user|recipient|mailbox|account|address|addressee|alias|person|customer|login|member|box|rcpt)\W?(?: \S+){0,4}? (?:unknown|not (?:be )?(?:found|known|exist\w*|valid|located|recogni[sz]ed|available here|listed)|does ?n[o']t exist|doesn't exist|is ?n[o']t (?:valid|known|found)|invalid|undeliverable|unavailable|incorrect|no longer (?:exists|available|valid|with|employed|works))/,
  /(?:unknown|invalid|bad|nonexist(?:ent|ing)|non-exist(?:ent|ing)|no such|unrouteable|unroutable|undeliverable|unrecogni[sz]ed|illegal|wrong|improper) (?:local |virtual |email |e-mail |mail |destination |final |delivery |smtp |rcpt |to )*(?:user|recipient|mailbox|account|address|alias|person|part|customer|addressee|box|login|receiver)/,
  /does(?:n't| not|nt) exist|no mailbox|not (?:a )?(?:known|valid|existing) (?:user|recipient|mailbox|account|address)|not listed in|no (?:valid )?recipient|(?:don't|do not|does not|doesn't) have (?:a|an|any) (?:\S+ )?(?:account|mailbox|user|such)|no account|there is no (?:such )?(?:user|recipient|mailbox|account)\b|nobody (?:here )?by that name|user_unknown|unknown or illegal|address rejected: (?:unknown|undeliverable|user|recipient|mailbox|not found)|isn't a (?:valid|known)|is no such|is ?n[o']t exist|bad(?:rcptto|recipientto)|validrcptto|(?:can't|cannot) accept (?:user|recipient)|no one at this address|(?:user|email|account|mailbox)(?:'s)? (?:\S+ )?name is not found|not (?:present )?in (?:the )?(?:name )?directory|rejected recipients|not an active address|no mail ?box available|unknown local[- ]part|\bno \S+ in (?:the )?name directory|missing home directory|not (?:a )?local (?:address|user|recipient)|(?:recipient|user|mailbox|address) (?:is )?not (?:local|ok|known|active)|\bno such (?:address|person|one)|(?:account|mailbox|address|user) (?:or domain )?may not exist|unavailable or access denied|wrong or no longer valid/,
];
const POLICY =
  /policy|spam|unsolicited|prohibited|administrative|denied|not allowed|not authori[sz]ed|authenticat|unauthenticated|\bspf\b|dkim|dmarc|sender (?:address|verif|rejected|unknown|domain|not)|callout|verification|security|firewall|suspicious|forbidden|helo|ehlo|country|content rejected/;
const GREY =
  /gr[ea]y|try (?:\w+ )?(?:again|later)|retry|come back|resubmit|later|temporar(?:y|ily)|deferred|not yet|postpone|please wait|first time/;

/** What a reply to RCPT says about the mailbox. */
function aboutTheRecipient(code: number, detail: string | null, text: string): ReplyMeaning {
  const isPermanent = code >= 500;
  if (detail === '2.2' || FULL.test(text) || saysAbroad(text, 'full')) return 'mailbox-full';
  if (!isPermanent) return GREY.test(text) && !isMissing(text) ? 'greylist' : 'temporary';
  const saysMissing = isMissing(text);
  if (RELAY.test(text) && !saysMissing) return 'policy';
  // Exchange Online documents this reply as an invalid address.
  if (detail === '4.1' && /recipient address rejected: access denied/.test(text)) return 'mailbox-missing';
  const saysDisabled = DISABLED.test(text) || saysAbroad(text, 'disabled');
  if (detail === '2.1' || (saysDisabled && detail !== '1.1')) return 'mailbox-disabled';
  if (saysMissing) return 'mailbox-missing';
  if (detail !== null && /^1\.(?:1|3|6|10)$/.test(detail)) return 'mailbox-missing';
  if (detail?.startsWith('7.') || POLICY.test(text)) return 'policy';
  if (detail === '1.0') return 'mailbox-missing';
  // RFC 5321 4.2.3: 552 means storage exceeded, 551 user not local. 550 is ambiguous: mailbox unavailable, or
  // policy.
  if (code === 552 && detail === null) return 'mailbox-full';
  if (code === 551) return 'mailbox-missing';
  return 'unknown';
}

function isMissing(text: string): boolean {
  return MISSING.some((pattern) => pattern.test(text)) || saysAbroad(text, 'missing');
}

function isFull(detail: string | null, text: string): boolean {
  return detail === '2.2' || (FULL.test(text) && !SENDING_LIMIT.test(text));
}

/** The text with the same address in place of each. It stays a word with a dot, as the patterns expect. */
function withoutAddresses(text: string, address: string | null): string {
  const known = address === null ? text : text.replaceAll(address.toLowerCase(), ANY_ADDRESS);
  return known.replace(/[\w.!#$%&'*+/=?^`{|}~@-]+/g, (word) => (word.includes('@') ? ANY_ADDRESS : word));
}

/** The text without the domain and the local part of an address. */
function withoutNames(text: string, address: string | null): string {
  const at = address?.lastIndexOf('@') ?? -1;
  if (address === null || at < 1) return text;
  const local = address.slice(0, at).toLowerCase().replace(/\W/g, '\\$&');
  return text
    .replaceAll(address.slice(at + 1).toLowerCase(), 'b.c')
    .replace(new RegExp(`(?<![\\w])${local}(?![\\w])`, 'g'), 'a');
}
