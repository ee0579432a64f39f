import { describe, expect, it } from 'vitest';
import { type BounceClass, type BounceReport, classifyBounce } from './classify-bounce.ts';

/** A notice as Postfix writes it. */
const notice = (reply: string) =>
  `This is the mail system at host mail.sender.example.\n\nI'm sorry to have to inform you that your message could not\nbe delivered to one or more recipients. It's attached below.\n\n                   The mail system\n\n<sam@acme.example>: host mx.acme.example[192.0.2.8] said:\n    ${reply}\n`;
/** A delivery report as RFC 3464 has it. */
const report = (status: string, diagnostic: string) =>
  `Reporting-MTA: dns; mail.sender.example\n\nFinal-Recipient: rfc822;sam@acme.example\nAction: failed\nStatus: ${status}\nDiagnostic-Code: smtp; ${diagnostic}\n`;

/** A notice as Exim writes it. */
const exim = (command: string, reply: string) =>
  `A message that you sent could not be delivered to one or more of its\nrecipients. The following address(es) failed:\n\n  sam@acme.example\n    host mx.acme.example [192.0.2.8]\n    SMTP error from remote mail server after ${command}:\n    ${reply}\n`;

const status = (fields: string) =>
  `Reporting-MTA: dns; mail.sender.example\n\nFinal-Recipient: rfc822;sam@acme.example\n${fields}\n`;
/** A delivery report with its parts, and the message that came back. */
const parts = (text: string, fields = 'Action: failed', returned = 'Hello Sam') =>
  `From: Mailer <mailer-daemon@mail.sender.example>\nSubject: Not sent\nContent-Type: multipart/report; report-type=delivery-status;\n\tboundary="b/550-21"\n\nThis message is in MIME format, which your reader may not know.\n\n--b/550-21\nContent-Type: text/plain\n\n${text}\n\n--b/550-21\nContent-Type: message/delivery-status\n\n${status(fields)}\n--b/550-21\nContent-Type: message/rfc822\n\nSubject: Hello\n\n${returned}\n--b/550-21--\n`;
const group = (words: string) =>
  `X-Failed-Recipients: friends@googlegroups.com\nAuto-Submitted: auto-replied\nSubject: Delivery Status Notification (Failure)\n\n${words}\nhttps://groups.google.com/support/\n`;

const CASES: Record<BounceClass, (string | BounceReport)[]> = {
  hard: [
    '550 5.1.1 <sam@acme.example>: Recipient address rejected: User unknown in virtual mailbox table',
    notice(
      '550 5.2.1 <sam@acme.example>... Addressee unknown, relay=[192.0.2.1] (in\n    reply to RCPT TO command)',
    ),
    notice('550 no mailbox by that name is currently\n    available (in reply to RCPT TO command)'),
    report('5.1.1', '550 No such user here'),
    report('5.1.2', 'host not found'),
    '550 5.4.310 DNS domain acme.example does not exist',
    '450 4.2.1 Recipient address rejected: this mailbox is inactive and has been disabled',
    '550 Domain acme.example does not accept mail',
    'Name service error for acme.example: it has no records',
    exim('RCPT TO:<sam@acme.example>', '550 5.1.1 nobody here has this alias: unknown user'),
    '554 5.7.1 <sam@acme.example>: Recipient address rejected: user sam@acme.example does not exist',
    notice('550 <sam@acme.example>: Recipient address refused. (in reply to RCPT\n    TO command)'),
    'Unknown final delivery user: sam@acme.example',
    'Status: 5.4.4 (Illegal host name given)',
    'Subject: Message returned to sender\n\nsam@acme.example: Domain does not exist',
    '利用者 sam はディレクトリに見つかりません。',
    '550 指定された宛先メールアドレスは存在しません。',
    'Subject: エラー\n\nこのユーザーは見つかりませんでした。',
    '550 收件人不存在',
    '550 수신자를 찾을 수 없습니다',
    '550 De ontvanger sam bestaat niet',
    'Sorry, this server found no mail exchanger for acme.example (#5.4.4)',
    "4.0.0 acme.example's owner published a null MX",
    'Its SRV record indicated no SMTP service',
    report('5.7.27', '550 Host does not accept mail'),
    status('Action: failed\nStatus: 4.1.1\nDiagnostic-Code: smtp; 450 4.1.1 sam: user unknown here'),
    notice('554 This account is no longer in use (in reply to end of DATA\n    command)'),
    notice('550 5.1.1 Unknown user sam@acme.example (in reply to RCPT TO\n    command)'),
    'Additional information follows :\n-- 5.4.1 Recipient address rejected: Access denied. [mx.acme.example]',
    'Your message of 9 May 2005 23:34:45 did not reach sam@acme.example. '.padEnd(230, 'x') +
      ' Unknown recipient',
    parts('Unknown user: sam@acme.example', 'Action: failed', 'You win a prize: this is not spam'),
    parts('\n   --- Error ---\n   Unknown user: sam@acme.example'),
    'Authentication-Results: mx; spf=none\nFrom: Mailer\nSubject: It failed\nContent-Disposition: attachment\n\nUnknown user: sam@acme.example',
    { code: '5.1.1' },
    { code: '550 5.1.1', text: 'bounced' },
    { text: 'Mailbox does not exist' },
  ],
  soft: [
    '552 5.2.2 The mailbox is over quota',
    '421 4.4.2 mx.acme.example Error: timeout exceeded',
    '450 User is receiving mail too quickly',
    '451 4.7.1 Greylisted, please try again later',
    'Message expired after four days in the queue',
    '554 5.4.6 Too many hops',
    report('5.0.0', "5.1.0 - Unknown address error 550-'5.2.2 <sam@acme.example>... Mailbox Full'"),
    { code: '4.4.1' },
    'Name service error for acme.example, try again',
    'Waiting for acme.example: host name lookup failure',
    "554 You've used up your daily sending quota",
    'The mailbox exceeds its maximum size',
    '552 The mailbox size limit exceeded',
    "The letters in Sam's mailbox exceeded the limit of this server",
    'Mailbox has exceeded its number limit',
    '552 O quota foi usado: a caixa de correio está cheia',
    '552 La quota della casella: quota superata',
    '550 Der Speicherplatz von sam ist erschöpft',
    '552 メールボックスの容量を超えています',
    '552 邮箱已满',
    '552 почтовый ящик переполнен',
    'Le délai de connexion est dépassé',
    '宛先のサーバーから応答がありません。',
    '552 Die Mailbox ist voll',
    'タイムアウト: 宛先サーバーが見つかりません。',
    'We gave up: delivery failed 12 attempts',
    'All servers of acme.example have been failing for a long time',
    'Your message was forwarded more than 25 times',
    'The server mx.acme.example is not responding',
    'Name service error for name=acme.example type=MX: malformed reply',
    'Name service error for name=acme.example type=A: the query timed out',
    '550 Frequency limited: this address sends more than others',
    'Transcript:\n Out: 250 2.1.5 Ok\n Out: 451 4.3.0 Error: file write error\n In:  QUIT\n Out: 221 2.0.0 Bye',
    status('Action: delayed\nStatus: 4.1.2\nDiagnostic-Code: smtp; no MX record for acme.example'),
    status('Action: delayed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 unknown user'),
    '450 4.1.1 sam: user unknown here',
    notice('421 Service not available, closing the channel (in reply to MAIL FROM\n    command)'),
    "550-5.2.1 Sam's mailbox gets emails at a rate that\n550-5.2.1 prevents us from taking\n550 5.2.1 this one",
    parts('Remote host is not responding.', 'Action: failed\nStatus: 5.0.0', 'Our policy: no spam'),
    parts('We forwarded it too often, maybe in a mail loop.', 'Action: failed\nStatus: 4.4.6'),
  ],
  policy: [
    '550 5.7.1 Service unavailable, client host [192.0.2.1] blocked using zen.spamhaus.org',
    '550 5.7.1 Message rejected due to local policy',
    '554 5.7.1 <sam@acme.example>: Recipient address rejected: Access denied',
    '550 5.7.1 Sender address unknown',
    '550 5.7.129 RESOLVER.RST.RestrictedToRecipientsPermission; not authorized to send to recipient',
    '550 5.1.8 Domain of sender address sender.example does not exist',
    '550-5.7.26 Unauthenticated email from sender.example is not accepted due to domain’s DMARC policy',
    '451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation',
    '554 5.2.3 MailPolicy violation Error delivering to mailboxes',
    '550 5.7.1 Service refused, please try later',
    notice('571 No PTR Record found. Reverse DNS required:\n    192.0.2.1'),
    notice('550 5.7.1 Rejected by spam filter (in reply to end of DATA command)'),
    '552 5.3.4 Message size exceeds fixed limit',
    notice('550 5.1.1 <bounces@sender.example> is an unauthorized sender (in\n    reply to RCPT TO command)'),
    notice('550 5.2.0 From: this domain is not accepted (in reply to end of DATA command)'),
    'The mail size exceeded what we take',
    '554 IP=192.0.2.1 is not welcome here',
    '450 4.7.1 Client name lookup gave nothing',
    '450 this service takes no unverifiable sending IPs',
    '451 4.7.1 Too many messages from an untrusted address',
    report('5.6.0', '550 5.6.0 these bytes are not permitted here'),
    { code: '5.6.2' },
    'Sender address rejected: Name service error for domain sender.example',
    '550 5.7.27 Sender address has null MX',
    'Sender domain found no mail exchanger',
    '550 Host does not accept mail from strangers',
    notice('550 Your host mail.sender.example does not accept mail (in reply to end of DATA\n    command)'),
    '550 送信元メールアドレスは存在しません',
    '550 发件人不存在',
    '550 Der Absender ist unbekannt',
    group('The group you wrote to (friends) may not exist, or it may be closed to you.'),
    group('Die Gruppe (friends) existiert nicht oder Sie dürfen ihr nicht schreiben.'),
    group('グループ（friends）が存在しないか、投稿する権限がありません。'),
    '421 4.7.0 Emails from 192.0.2.1 are deferred because of user complaints',
    notice('550 Rejected (in reply to EHLO command)'),
    exim('initial connection', '554 Not now'),
    notice('550 That breaks the protocol (in reply to DATA command)'),
    notice('550 No, thanks (in reply to end of DATA command)'),
    notice('550 Unknown user sam@acme.example (in reply to end of DATA\n    command)'),
    report('5.5.0', '554 mx.acme.example ESMTP not accepting connections'),
    'The error that the other server returned was: 500 This server does not support TLS',
    '500 Line too long',
    'Loop: Duplicated Message-ID in <list@acme.example>',
    '552 Die Nachricht ist zu groß',
    '552 Le message est trop volumineux',
    '552 メールのサイズが上限を超えています',
    '552 Сообщение слишком большое',
    '554 このメールは迷惑メールと判定されました',
    '>>> MAIL FROM:<sales@sender.example>\n<<< 550 Unfortunately, your emails were not sent',
    parts('<<< 554 Too many unwanted emails came from 192.0.2.1', 'Action: failed', 'Unknown user'),
    { code: '5.7.1' },
    { code: '550 5.7.1', text: 'bounced' },
    { code: '5.7.606', text: 'Access denied, banned sending IP' },
  ],
  complaint: ['Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nVersion: 1\n'],
  other: [
    'Subject: Automatic reply: your offer\n\nI am out of the office until Monday.',
    'Auto-Submitted: auto-replied\n\nThank you for your message.',
    { text: '' },
    {},
    '550',
    '250 2.0.0 OK',
    'Unknown reason',
    '550 Rejected',
    notice('451 Not now (in reply to end of DATA command)').replace('451', '299'),
    parts('It could not be delivered.', 'Action: failed', '550 5.1.1 User unknown'),
    'It failed.\n\n----- Original message -----\n\n550 5.1.1 User unknown',
    'Auto-Submitted: auto-replied\nSubject: Re: your offer\n\nEstarei fora até ao dia 12.',
    'Subject: a question about https://groups.example.com/support/',
  ],
};

describe('a bounce', () => {
  const cases = Object.entries(CASES).flatMap(([expected, given]) =>
    given.map((each) => [typeof each === 'string' ? { text: each } : each, expected] as const),
  );
  it.each(cases)('%j is %s', (given, expected) => {
    expect(classifyBounce(given)).toBe(expected);
  });

  it('with a policy code is hard only if its text says that the mailbox is missing', () => {
    for (const code of ['5.7.0', '5.7.1', '5.7.9', '5.7.26', '5.7.133', '5.7.606'])
      for (const text of [
        '',
        'Rejected',
        'Delivery not authorized',
        'Recipient rejected for now',
        'Blocked: unknown sender',
      ])
        expect([code, text, classifyBounce({ code, text })]).toEqual([code, text, 'policy']);
  });

  it('is never hard for a reply that came before the server knew the recipient', () => {
    const reply = '550 5.1.1 sender.example does not exist';
    expect(classifyBounce({ text: reply })).toBe('hard');
    for (const text of [
      exim('MAIL FROM:<sales@sender.example> SIZE=2048', reply),
      exim('pipelined MAIL FROM:<sales@sender.example>', reply),
      exim('initial connection', reply),
      notice(`${reply} (in reply to MAIL FROM command)`),
      `<sam@acme.example>: host mx.acme.example[192.0.2.8] refused to talk to\n    me: ${reply}`,
      `<sam@acme.example>:\nConnected to 192.0.2.8 but sender was rejected.\nRemote host said: ${reply}`,
      `>>> MAIL FROM:<sales@sender.example>\n<<< ${reply}`,
    ])
      expect([text, classifyBounce({ text })]).toEqual([text, 'policy']);
  });

  it('of any length is read in time that grows with what is read', () => {
    for (const long of [
      'user '.repeat(400_000),
      ': '.repeat(400_000),
      'sender '.repeat(300_000),
      '\n a'.repeat(400_000),
      '>>> mail from: '.repeat(200_000),
      '(in reply to '.repeat(200_000),
      'x-'.repeat(400_000),
      `x\n${'a'.repeat(400_000)}: `,
      `diagnostic-code:${'\n '.repeat(200_000)}`,
    ])
      expect(classifyBounce({ text: `${long}550 5.1.1` })).toBeTypeOf('string');
  });
});
