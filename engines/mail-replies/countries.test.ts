import { describe, expect, it } from 'vitest';
import { type BounceClass, classifyBounce } from './classify-bounce.ts';

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** A delivery report whose text is Base64, as servers write it in languages with their own letters. */
const mail = (subject: string, words: string, status = '') =>
  `From: MAILER-DAEMON@mail.acme.example\nTo: sales@sender.example\nSubject: =?utf-8?B?${base64(subject)}?=\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary="=_b1"\n\n--=_b1\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n${base64(words)}\n\n--=_b1\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mail.acme.example\n\nFinal-Recipient: rfc822; sam@acme.example\nAction: failed\n${status}\n\n--=_b1\nContent-Type: message/rfc822\n\nSubject: Hello\n\n550 5.1.1 This is what we wrote: spam\n--=_b1--\n`;

/** A text whose bytes are in the charset of the country. */
const inCharset = (charset: string, bytes: string) =>
  `From: postmaster@acme.example\nSubject: failure notice\nContent-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: base64\n\n${bytes}\n`;

const qmail = (words: string) =>
  `From: MAILER-DAEMON@sender.example\nSubject: failure notice\n\nHi. This is the qmail-send program at sender.example.\n\n<sam@acme.example>:\n${words}\n\n--- Below this line is a copy of the message.\n\nSubject: 550 5.1.1 User unknown\n`;
const exim = (words: string) =>
  `X-Failed-Recipients: sam@acme.example\nAuto-Submitted: auto-replied\nSubject: Mail delivery failed: returning message to sender\n\nA message that you sent could not be delivered to one or more of its\nrecipients. The following address(es) failed:\n\n  sam@acme.example\n    ${words}\n`;
const sendmail = (transcript: string) =>
  `Subject: Returned mail: see transcript for details\n\n   ----- The following addresses had permanent fatal errors -----\n<sam@acme.example>\n\n   ----- Transcript of session follows -----\n${transcript}\n`;
const away = (subject: string, words: string) =>
  `From: Sam <sam@acme.example>\nAuto-Submitted: auto-replied\nSubject: ${subject}\n\n${words}\n`;

const CASES: Record<string, Partial<Record<BounceClass, string[]>>> = {
  Japanese: {
    hard: [
      '550 5.1.1 該当するユーザーは存在しません',
      mail(
        '配信エラーのお知らせ',
        '次の宛先にお届けできませんでした。\n\n  sam@acme.example\n\n理由: メールアドレスが見つかりません。',
      ),
      mail('エラー', '宛先のアドレスに誤りがあるか、現在使われておりません。'),
      'ドメイン acme.example は存在しません。',
      '550 このアカウントは停止されています。',
      inCharset('iso-2022-jp', 'GyRCMDhAaBsoQjogGyRCJWYhPCU2ITwkTzgrJEQkKyRqJF4kOyRzGyhC'),
    ],
    soft: [
      mail('配信できませんでした', '受信者のメールボックスに空き容量がありません。'),
      '451 サーバーが混み合っています。しばらくしてから再送してください。',
      '552 5.2.2 容量制限を超過しています',
    ],
    policy: [
      '550 迷惑メールフィルターが受信を拒否しました',
      mail('配信エラー', '添付ファイルを含むメールのサイズが制限値を超えています。'),
      '554 送信元のIPアドレスはブロックされています',
    ],
    other: [away('自動返信: お問い合わせ', '夏季休業のため、8月16日まで不在にしております。')],
  },
  German: {
    hard: [
      '550 Empfängeradresse existiert nicht',
      mail('Unzustellbar', 'Der Empfänger sam@acme.example ist auf diesem Server nicht bekannt.'),
      mail('Nicht zugestellt', 'Das Postfach wurde gelöscht.'),
      '550 Die Domain acme.example existiert nicht',
      '550 Das Konto des Empfängers ist deaktiviert',
    ],
    soft: [
      '552 Das Postfach des Empfängers hat sein Speicherlimit erreicht',
      mail('Verzögert', 'Die Zustellung verzögert sich. Wir versuchen es noch vier Tage lang.'),
      '451 Der Server ist überlastet, bitte versuchen Sie es später noch einmal',
    ],
    policy: [
      '554 Ihre IP-Adresse steht auf einer Sperrliste',
      '550 Nachricht wegen Spamverdachts abgelehnt',
      '552 Die maximale Nachrichtengröße wurde überschritten',
      '550 Der Absender ist hier gesperrt',
    ],
    other: [away('Abwesenheit', 'Ich bin bis zum 4. Mai nicht im Büro.')],
  },
  French: {
    hard: [
      "550 5.1.1 L'adresse du destinataire est invalide",
      mail('Échec de la remise', "Cette adresse n'existe plus chez acme.example."),
      '550 Boîte aux lettres inconnue',
      "550 Le nom de domaine acme.example n'existe pas",
      '550 Ce compte a été désactivé',
    ],
    soft: [
      '552 5.2.2 La boîte du destinataire est saturée',
      mail('Message non remis', 'La boîte de réception du destinataire est pleine.'),
      '451 Serveur indisponible, réessayez plus tard',
    ],
    policy: [
      '550 5.7.1 Message refusé: contenu assimilé à du spam',
      '554 Votre adresse IP est bloquée',
      '552 Le message dépasse la taille autorisée',
      "550 L'expéditeur n'est pas autorisé à écrire à cette adresse",
    ],
    other: [away('Réponse automatique : votre message', 'Je suis absente du bureau.')],
  },
  Spanish: {
    hard: [
      '550 La dirección de correo no existe',
      mail('No entregado', 'El usuario sam no fue encontrado en acme.example.'),
      '550 La cuenta está deshabilitada',
      '550 El dominio acme.example no existe',
    ],
    soft: [
      '552 El buzón del destinatario está lleno',
      mail('Error de entrega', 'Se agotó el tiempo de espera al conectar con el servidor.'),
      '451 Inténtelo de nuevo más tarde',
    ],
    policy: [
      '550 Mensaje rechazado por considerarse correo no deseado',
      '554 Su dirección IP figura en una lista negra',
      '552 El tamaño del mensaje supera el límite',
    ],
    other: [away('Respuesta automática', 'Estoy fuera de la oficina hasta el lunes.')],
  },
  Portuguese: {
    hard: [
      '550 Conta inexistente',
      mail('Não entregue', 'Usuário sam@acme.example não encontrado.'),
      '550 A conta foi desativada',
      '550 Domínio inexistente: acme.example',
    ],
    soft: [
      '552 Caixa postal lotada',
      mail('Falha na entrega', 'A caixa postal do destinatário está cheia.'),
      '451 Servidor indisponível, tente novamente mais tarde',
    ],
    policy: [
      '550 Mensagem recusada: suspeita de spam',
      '554 IP bloqueado por má reputação',
      '552 A mensagem excede o tamanho máximo permitido',
    ],
    other: [away('Resposta automática', 'Estou de férias até dia 12.')],
  },
  Chinese: {
    hard: [
      '550 收件人邮箱地址不存在',
      mail('系统退信', '退信原因:收件人的邮件地址不存在,邮件无法送达。'),
      '550 该用户已注销',
      '550 帐号已被停用',
      mail('退信', '找不到对方的域名 acme.example。'),
      '550 使用者不存在',
      mail('退信通知', '查無此收件者,請確認信箱地址。'),
      inCharset('gb18030', 'ytW8/sjLsru05tTa'),
    ],
    soft: [
      mail('退信', '收件人邮箱容量已满,无法接收新邮件。'),
      '连接对方服务器超时',
      '451 服务器繁忙,请稍后再试',
      '552 對方的信箱已滿',
      inCharset('big5', 'ue+k6Kq6q0i9Y6R3uqE='),
    ],
    policy: [
      '554 您的邮件被识别为垃圾邮件',
      '550 您的IP地址在黑名单中,拒绝接收',
      '552 邮件大小超过对方的限制',
      mail('退信', '您的邮件被收件人拒收。'),
      '554 您的信件被判定為垃圾信',
      '554 DT:SPM mx acme',
    ],
    other: [away('自动回复', '我正在休假,回来后会回复您。')],
  },
  'other languages': {
    hard: [
      '550 5.1.1 존재하지 않는 사용자입니다',
      inCharset('euc-kr', 'wbjA58fPwfYgvsq0wiC757/rwNrA1LTPtNk='),
      '550 Utente non trovato',
      mail('Mancata consegna', 'La casella sam@acme.example non esiste.'),
      '550 Dit e-mailadres bestaat niet meer',
      '550 Nie ma takiego użytkownika',
      '550 Нет такого пользователя',
      '550 Почтовый ящик отключён',
      '550 Kullanıcı bulunamadı',
    ],
    soft: [
      '552 사서함 용량이 초과되었습니다',
      '552 La casella del destinatario è piena',
      '552 Het postvak van de ontvanger is vol',
      '552 Skrzynka odbiorcy jest pełna',
      '552 Ящик получателя переполнен',
      inCharset('koi8-r', '8d3JyyDQxdLF0M/MzsXO'),
      '552 Posta kutusu dolu',
    ],
    policy: [
      '554 스팸으로 분류되어 차단되었습니다',
      '554 Messaggio rifiutato: sospetto spam',
      '554 Wiadomość odrzucona jako spam',
      '554 Письмо отклонено: подозрение на спам',
    ],
  },
  'mail servers': {
    hard: [
      exim('all relevant MX records point to non-existent hosts'),
      exim('Unrouteable address'),
      qmail('Sorry, no mailbox here by that name. (#5.1.1)'),
      qmail(
        '192.0.2.8 does not like recipient.\nRemote host said: 550 There is no user sam\nGiving up on 192.0.2.8.',
      ),
      sendmail(
        '... while talking to mx.acme.example.:\n>>> RCPT To:<sam@acme.example>\n<<< 550 5.1.2 Mailbox does not exist.\n550 5.1.1 <sam@acme.example>... User unknown',
      ),
      '550 <sam@acme.example>, Recipient unknown',
      '550 permanent failure for one or more recipients (sam@acme.example:550 5.1.1 unknown user)',
      '550 #5.1.0 Address rejected.',
      '521 5.3.2 mx.acme.example takes no emails at all',
      '556 5.1.10 acme.example has a null MX',
    ],
    soft: [
      exim('retry timeout exceeded'),
      exim('lowest numbered MX record points to local host: mail loop'),
      qmail("Sorry, I wasn't able to establish an SMTP connection. (#4.4.1)"),
      qmail('CNAME lookup failed temporarily. (#4.4.3)'),
      sendmail('421 acme.example (smtp)... Deferred: Connection refused'),
      '554 The service is unavailable',
      'sam@acme.example Error, CODE :421, the host is not reachable right now',
    ],
    policy: [
      qmail(
        'Connected to 192.0.2.8 but greeting failed.\nRemote host said: 554 No such host\nGiving up on 192.0.2.8.',
      ),
      qmail(
        'Connected to 192.0.2.8 but my name was rejected.\nRemote host said: 550 5.1.1 No such user name here\nGiving up on 192.0.2.8.',
      ),
      qmail('192.0.2.8 failed after I sent the message.\nRemote host said: 554 Refused\n'),
      qmail('192.0.2.8 failed on DATA command.\nRemote host said: 550 Not this one\n'),
      '550 Envelope blocked - User Entry',
      '550 #5.7.1 Your access to this email system has been rejected.',
      '450 4.7.25 Client host rejected: cannot find your hostname',
      '550 Verification failed for <sales@sender.example>: Sender verify failed',
      '554 Invalid IP for emails of sender.example',
    ],
    complaint: [
      'From: staff@hotmail.example\nSubject: complaint about message from 192.0.2.1\nContent-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: message/rfc822\n\nX-HmXmrOriginalRecipient: sam@acme.example\nSubject: Hello\n\nHello\n--b--\n',
      'From: no-reply@sns.example\nSubject: AWS Notification Message\n\n{"notificationType":"Complaint","complaint":{"complainedRecipients":[{"emailAddress":"sam@acme.example"}]}}\n',
      'From: no-reply@sns.example\nSubject: AWS Notification Message\n\n{"Type":"Notification","Message":"{\\"eventType\\":\\"Complaint\\"}"}\n',
    ],
    other: ['Subject: Re: complaint about message from last week\n\nThank you, we will look at it.'],
  },
};

describe('a bounce of', () => {
  const cases = Object.entries(CASES).flatMap(([from, byClass]) =>
    Object.entries(byClass).flatMap(([expected, texts]) =>
      texts.map((text) => [from, expected, text] as const),
    ),
  );
  it.each(cases)('%s is %s: %j', (_, expected, text) => {
    expect(classifyBounce({ text })).toBe(expected);
  });
});
