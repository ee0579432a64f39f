import { describe, expect, it } from 'vitest';
import { classifyReply, enhancedCode, type ReplyMeaning, type SmtpPhase } from './classify-reply.ts';

/** Real replies to RCPT by meaning. */
const AT_RCPT: Record<ReplyMeaning, string[]> = {
  accepted: [
    '250 2.1.5 Ok',
    '250 OK',
    '250',
    '251 User not local; will forward to <sam@acme.com>',
    '250 2.1.0 accepted',
  ],
  'mailbox-missing': [
    '550 5.1.1 <sam@acme.com>: Recipient address rejected: User unknown in virtual mailbox table',
    '550-5.1.1 The email account that you tried to reach does not exist. Please try\n550-5.1.1 double-checking the address.\n550 5.1.1 https://support.example.com/mail - gsmtp',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)',
    '550 5.5.0 Requested action not taken: mailbox unavailable',
    '550 Requested action not taken: mailbox unavailable',
    '550 No such user here',
    '550 no such mailbox',
    '550 User unknown',
    '550 Unknown user: sam@acme.com',
    '550 unknown recipient',
    '550 Unrouteable address',
    '550 Invalid recipient sam@acme.com (Mode: normal)',
    '550 5.1.0 <sam@acme.com>: Address rejected',
    '550 5.1.3 bad destination mailbox address syntax',
    '550 5.7.1 <sam@acme.com>: Recipient address rejected: user sam@acme.com does not exist',
    '550 Mailbox not found',
    '550 mailbox sam@acme.com does not exist',
    '550 sorry, no mailbox here by that name (#5.1.1)',
    '553 5.3.0 <sam@acme.com>... No such person at this address',
    '551 User not local; please try <lee@acme.com>',
    "554 delivery error: dd This user doesn't have a acme.com account (sam@acme.com)",
    '550 5.2.0 no such account',
    '550 RCPT TO:<sam@acme.com> User unknown',
    '550 #5.1.0 Address rejected.',
    '550 sam is not a valid mailbox',
    '550 Not our Customer, user unknown',
    '550 sam@acme.com... not listed in Domino Directory',
    '550 5.1.6 Recipient no longer exists',
    '550 Empfänger unbekannt',
    '550 Benutzer sam existiert nicht',
    '550 Adresse inconnue : destinataire inconnu',
    '550 El usuario no existe',
    '550 Utente sconosciuto: casella inesistente',
    '550 Usuário não existe',
    '550 Message was not accepted -- invalid mailbox. Local mailbox sam@acme.ru is unavailable: user not found',
    '556 5.1.10 Recipient address has null MX',
  ],
  'mailbox-disabled': [
    '550 5.2.1 The email account that you tried to reach is disabled.',
    '550 5.2.1 Mailbox disabled, not accepting messages',
    '554 5.2.1 This account is inactive',
    '550 Account suspended',
    '550 This mailbox has been deactivated',
    '550 the recipient mailbox is no longer active',
    '550 User account is locked',
    '550 This account has been blocked',
    '554 mailbox is frozen',
  ],
  'mailbox-full': [
    '452 4.2.2 The email account that you tried to reach is over quota.',
    '552 5.2.2 Mailbox full',
    '552 Requested mail action aborted: exceeded storage allocation',
    '552 nothing else said',
    '550 5.2.2 user over quota',
    '452 Mailbox of sam is full, try again later',
    '452 4.2.2 Over quota',
    "422 4.2.2 The recipient's mailbox is over its storage limit",
    '550 Quota exceeded for this user',
    '450 4.2.2 mailbox full',
    '552 5.2.2 Mailbox size limit exceeded',
    '552 Mailbox size limit exceeded',
    '552 Storage limit exceeded',
    '452 4.2.2 Mailbox quota limit exceeded',
    '550 Account storage limit exceeded',
    '552 5.2.2 user message quota exceeded',
  ],
  'too-many-recipients': [
    '452 4.5.3 Too many recipients',
    '452 Too many recipients received this hour',
    '451 4.3.0 Multiple destination domains per transaction is unsupported. Please try again.',
    '452 4.5.3 Domain policy size per transaction exceeded, please try this recipient in a separate transaction.',
    '452 only one recipient at a time',
    '550 5.5.3 too many recipients',
  ],
  greylist: [
    '450 4.2.0 <sam@acme.com>: Recipient address rejected: Greylisted, see http://postgrey.example.com/',
    '451 4.7.1 Greylisting in action, please come back later',
    '451 Temporary local problem - please try later',
    '450 4.7.1 Please try again later',
    '451 4.7.1 Sender temporarily deferred',
    '450 You have been graylisted, retry in 60 seconds',
  ],
  temporary: [
    '451 4.3.0 Internal error',
    '450 4.3.2 System not accepting network messages',
    '451 lookup failure',
    '452 4.3.1 Insufficient system resources',
    '450 4.1.1 user unknown in local recipient table',
    '450-4.2.1 The user you are trying to contact is receiving mail at a rate that\n450-4.2.1 prevents additional messages from being delivered. Please resend your\n450 4.2.1 message at a later time.',
    '450 4.2.1 The user you are trying to contact is receiving mail too quickly',
    '550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered.',
  ],
  'rate-limit': [
    '421 4.7.0 Too many connections from your IP',
    '421 Service not available, closing transmission channel',
    '451 4.7.500 Server busy. Please try again later',
    '450 4.7.1 Error: too many errors',
    '421 4.7.28 Our system has detected an unusual rate of unsolicited mail',
    '550 5.7.1 too many unknown recipients, slow down',
    '421 4.4.5 Server busy, try again later.',
    '450 4.7.1 Daily sending quota exceeded',
    '450 You have exceeded your message quota',
    '451 4.7.1 Connection rate limit exceeded',
  ],
  'block-list': [
    '550 5.7.1 Service unavailable; client host [192.0.2.1] blocked using zen.spamhaus.org',
    '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using dnsbl.example.org',
    '550 5.1.1 Your IP address 192.0.2.1 is listed in our blocklist',
    '550 5.7.606 Access denied, banned sending IP [192.0.2.1]',
    "554 Your access to this mail system has been rejected due to the sending MTA's poor reputation.",
    '550 rejected because 192.0.2.1 is in a black list at bl.spamcop.net',
    '553 5.7.1 [192.0.2.1] has been blocked by RBL',
    '450 4.7.1 Client host rejected: cannot find your reverse hostname, [192.0.2.1]',
    '550 5.7.25 The IP address sending this message does not have a PTR record setup',
    '550 5.7.1 Mail from 192.0.2.1 refused, dynamic IP',
    '421 4.7.0 Your IP has been temporarily blocked',
    '550 SC-001 Mail rejected for policy reasons: your IP address has low reputation',
    '550 User unknown (Your host 192.0.2.1 is blacklisted)',
  ],
  policy: [
    '550 5.7.1 Relaying denied',
    '554 5.7.1 <sam@acme.com>: Relay access denied',
    "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    '550 5.7.1 Access denied',
    '550 5.7.1 Message rejected for spam or policy reasons',
    '550 Sender verification failed',
    '550 SPF check failed',
    '550 authentication required',
    '554 5.7.1 <client>: Helo command rejected',
    '550 Administrative prohibition',
    '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup',
  ],
  'tls-required': [
    '530 5.7.0 Must issue a STARTTLS command first',
    '530 no reason given',
    '550 5.7.10 STARTTLS is required to send mail',
    '454 4.7.0 TLS is required for this domain',
    '421 4.7.0 TLS required for RCPT domain, closing connection.',
  ],
  unknown: [
    '550 Rejected',
    '550',
    '554 5.0.0 error',
    '550 5.0.0',
    '500 Command unrecognised',
    '503 5.5.1 bad sequence of commands',
    '252 Cannot verify, but will try',
    '354 go on',
    '199 odd',
    '600 odd',
    '554 Transaction failed',
  ],
};

const reply = (written: string) => {
  const lines = written.split('\n');
  return {
    code: Number(lines[0]?.slice(0, 3)),
    text: lines.map((line) => line.slice(4)).join('\n'),
  };
};

describe('a reply to RCPT', () => {
  const cases = Object.entries(AT_RCPT).flatMap(([meaning, texts]) => texts.map((text) => [text, meaning]));
  it.each(cases)('%s means %s', (text, meaning) => {
    expect(classifyReply(reply(text), 'rcpt')).toBe(meaning);
  });
});

describe('a reply that repeats the address', () => {
  it.each([
    ['spamhaus@acme.com', '550 5.1.1 <spamhaus@acme.com>: Recipient address rejected: User unknown'],
    ['ann.lee@throttle.com', '550 5.1.1 <ann.lee@throttle.com>: Recipient address rejected: User unknown'],
    ['a@starttls-consulting.com', '550 <a@starttls-consulting.com> No such user here'],
    ['Throttle@acme.com', '550 No such mailbox: throttle'],
    ['spamhaus@acme.com', '550 5.1.1 spamhaus... User unknown'],
    ['ann@throttle.com', '550 No such user at throttle.com'],
    ['rbl@acme.com', '550 No such user rbl'],
    ['user@acme.com', '550 user unknown'],
    ['"rate limit"@acme.com', '550 "rate limit"@acme.com: no such mailbox'],
    ['ann@acme.com', '550 5.1.1 User unknown at mx1.spamhaus-friends.com'],
    ['ann@acme.com', '550 5.1.1 throttled.acme.net: user unknown'],
  ])('is about the mailbox %s: %s', (address, text) => {
    expect(classifyReply(reply(text), 'rcpt', address)).toBe('mailbox-missing');
  });

  it('does not read the words of another address either', () => {
    const text = '550 5.7.1 <spamhaus@acme.com>: user does not exist';
    expect(classifyReply(reply(text), 'rcpt')).toBe('mailbox-missing');
    const japanese = '550 宛先throttle@acme.jpは存在しません';
    expect(classifyReply(reply(japanese), 'rcpt')).toBe('mailbox-missing');
  });

  it('is still about us if the server says so', () => {
    const blocked = '550 5.1.1 <your@acme.com>: your IP address is listed, see spamhaus.org';
    expect(classifyReply(reply(blocked), 'rcpt', 'your@acme.com')).toBe('block-list');
    const listed = '550 5.1.1 <spamhaus@acme.com>: client host blocked using zen.spamhaus.org';
    expect(classifyReply(reply(listed), 'rcpt', 'spamhaus@acme.com')).toBe('block-list');
  });
});

describe('a reply before RCPT', () => {
  it.each([
    ['220 mx.acme.com ESMTP', 'connect', 'accepted'],
    ['554 5.7.1 blocked by spamhaus', 'connect', 'block-list'],
    ['554 No SMTP service here', 'connect', 'policy'],
    ['421 Too many connections', 'connect', 'rate-limit'],
    ['450 busy', 'ehlo', 'temporary'],
    ['502 Command not implemented', 'ehlo', 'unknown'],
    ['250 2.1.0 Ok', 'mail', 'accepted'],
    ['530 5.7.0 Must issue a STARTTLS command first', 'mail', 'tls-required'],
    ['550 5.1.1 sender does not exist', 'mail', 'policy'],
    ['550 5.1.8 Sender address rejected: Domain not found', 'mail', 'policy'],
    ['451 4.7.1 greylisted', 'mail', 'temporary'],
    ['552 5.2.2 mailbox full', 'mail', 'policy'],
    ['250 Ok', 'rset', 'accepted'],
  ] satisfies [string, SmtpPhase, ReplyMeaning][])('%s at %s means %s', (text, phase, meaning) => {
    expect(classifyReply(reply(text), phase)).toBe(meaning);
  });

  it('is never classified as being about the mailbox', () => {
    const texts = Object.values(AT_RCPT).flat();
    for (const phase of ['connect', 'ehlo', 'starttls', 'mail', 'rset'] as const) {
      for (const text of texts) expect(classifyReply(reply(text), phase)).not.toMatch(/^mailbox-/);
    }
  });
});

describe('a temporary reply', () => {
  it('never means that a mailbox is missing or disabled', () => {
    for (const texts of Object.values(AT_RCPT)) {
      for (const text of texts) {
        const meaning = classifyReply({ ...reply(text), code: 450 }, 'rcpt');
        expect(['mailbox-missing', 'mailbox-disabled']).not.toContain(meaning);
      }
    }
  });
});

it('reads an enhanced code only if its class matches the reply code', () => {
  expect(enhancedCode(reply('550 5.1.1 no'))).toBe('5.1.1');
  expect(enhancedCode(reply('550 #5.1.0 no'))).toBe('5.1.0');
  expect(enhancedCode(reply('550 4.1.1 no'))).toBe(null);
  expect(enhancedCode(reply('550 version 5.1.1'))).toBe(null);
  expect(enhancedCode(reply('550-no\n550 5.7.1 no'))).toBe('5.7.1');
});

it('classifies a text of any length by its start', () => {
  expect(classifyReply({ code: 550, text: `User unknown ${'user '.repeat(1_000_000)}` }, 'rcpt')).toBe(
    'mailbox-missing',
  );
});
