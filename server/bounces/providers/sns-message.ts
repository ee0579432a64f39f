import { verify, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { classifyBounce } from '#engines/mail-replies/classify-bounce.ts';
import type { BounceEvent } from '../record-bounces.ts';

const Text = z.string().max(300_000);

/** A message of Amazon SNS, which has the reports of Amazon SES. */
export const SnsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: Text,
  TopicArn: Text,
  Message: Text,
  Subject: Text.nullish(),
  Timestamp: Text,
  Token: Text.optional(),
  SubscribeURL: Text.optional(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: Text,
  SigningCertURL: Text,
});
export type SnsMessage = z.infer<typeof SnsMessage>;

const HOST = /^sns\.[a-z0-9-]{1,40}\.amazonaws\.com(?:\.cn)?$/;

/** Whether a body is meant to be a message of Amazon SNS. */
export function isSnsMessage(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'TopicArn' in value && 'SigningCertURL' in value;
}

/** Whether an address is one of Amazon SNS: its certificates and subscriptions are nowhere else. */
export function isSnsUrl(text: string, ending = ''): boolean {
  const url = URL.parse(text);
  return (
    url?.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    HOST.test(url.hostname) &&
    url.pathname.endsWith(ending)
  );
}

/** Checks the signature of a message with the certificate at its SigningCertURL. */
export function isSnsSigned(message: SnsMessage, certificate: string): boolean {
  const names: readonly (keyof SnsMessage)[] =
    message.Type === 'Notification'
      ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
      : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  const signed = names.flatMap((name) => {
    const value = message[name];
    return value === null || value === undefined ? [] : [`${name}\n${value}\n`];
  });
  try {
    const { publicKey } = new X509Certificate(certificate);
    const algorithm = message.SignatureVersion === '1' ? 'sha1' : 'sha256';
    return verify(
      algorithm,
      Buffer.from(signed.join('')),
      publicKey,
      Buffer.from(message.Signature, 'base64'),
    );
  } catch {
    return false;
  }
}

const Recipients = z.array(
  z.object({
    emailAddress: z.string(),
    status: z.string().optional(),
    diagnosticCode: z.string().optional(),
  }),
);
/** `notificationType` is of notifications, `eventType` of configuration sets. */
const SesReport = z.object({
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  bounce: z
    .object({
      bounceType: z.string(),
      bounceSubType: z.string().optional(),
      bouncedRecipients: Recipients,
      feedbackId: z.string().optional(),
    })
    .optional(),
  complaint: z.object({ complainedRecipients: Recipients, feedbackId: z.string().optional() }).optional(),
  delivery: z.object({ recipients: z.array(z.string()) }).optional(),
});

/** SES didn't send, because of an earlier bounce, a complaint or an unsubscription, and doesn't say which. */
const LEFT_OUT = /^(?:OnAccountSuppressionList|UnsubscribedRecipient)$/;

/** The events in the text of a message of SES. */
export function readSes({ Message, MessageId }: Pick<SnsMessage, 'Message' | 'MessageId'>): BounceEvent[] {
  let value: unknown;
  try {
    value = JSON.parse(Message);
  } catch {
    return [];
  }
  const report = SesReport.safeParse(value);
  if (!report.success) return [];
  const { bounce, complaint, delivery } = report.data;
  const bounced = (bounce?.bouncedRecipients ?? []).map(
    ({ emailAddress: email, status, diagnosticCode: text }): BounceEvent => {
      const found = LEFT_OUT.test(bounce?.bounceSubType ?? '')
        ? null
        : classifyBounce({ code: status, text });
      const kind =
        found === 'other' ? typeKind(bounce?.bounceType, bounce?.bounceSubType) : (found ?? 'other');
      return { email, kind, code: status?.slice(0, 40), text, id: bounce?.feedbackId ?? MessageId };
    },
  );
  const complained = (complaint?.complainedRecipients ?? []).map(
    ({ emailAddress: email }): BounceEvent => ({
      email,
      kind: 'complaint',
      id: complaint?.feedbackId ?? MessageId,
    }),
  );
  const delivered = (delivery?.recipients ?? []).map(
    (email): BounceEvent => ({ email, kind: 'delivered', id: MessageId }),
  );
  return [...bounced, ...complained, ...delivered];
}

/** What SES concludes, if the mail server said nothing. */
function typeKind(type = '', subType = ''): BounceEvent['kind'] {
  if (/^(?:MessageTooLarge|ContentRejected|AttachmentRejected)$/.test(subType)) return 'policy';
  if (type === 'Permanent') return 'hard';
  return type === 'Transient' ? 'soft' : 'other';
}
