import { z } from 'zod';
import { classifyBounce } from '#engines/mail-replies/classify-bounce.ts';
import type { BounceEvent } from '../record-bounces.ts';
import type { ProviderReport, ProviderRequest } from './provider-report.ts';
import { isSameText } from './same-text.ts';

const Report = z.object({
  RecordType: z.enum(['Bounce', 'SpamComplaint', 'Delivery']),
  MessageID: z.string().optional(),
  ID: z.union([z.number(), z.string()]).optional(),
  Type: z.string().optional(),
  Email: z.string().optional(),
  Recipient: z.string().optional(),
  Description: z.string().optional(),
  Details: z.string().optional(),
});

/** What Postmark's types mean if the text of the mail server says nothing. */
const TYPES: Readonly<Record<string, BounceEvent['kind']>> = {
  HardBounce: 'hard',
  BadEmailAddress: 'hard',
  SoftBounce: 'soft',
  Transient: 'soft',
  DnsError: 'soft',
  Blocked: 'policy',
  SpamNotification: 'policy',
  VirusNotification: 'policy',
  DMARCPolicy: 'policy',
};

/** Reads a webhook of Postmark. Its key is the user and password of the webhook. */
export function readPostmark({ value, header }: ProviderRequest): ProviderReport | null {
  const report = Report.safeParse(value);
  if (!report.success) return null;
  return {
    provider: 'postmark',
    events: readEvent(report.data),
    isSigned: (key) =>
      isSameText(`Basic ${Buffer.from(key).toString('base64')}`, header('authorization') ?? ''),
  };
}

function readEvent({
  RecordType,
  MessageID,
  ID,
  Type,
  Email,
  Recipient,
  Details,
  Description,
}: z.infer<typeof Report>): BounceEvent[] {
  const email = Email ?? Recipient ?? '';
  const text = Details || Description || '';
  const common = {
    email,
    text,
    id: ID === undefined ? MessageID && `${RecordType} ${MessageID}` : `${RecordType} ${ID}`,
  };
  if (RecordType === 'Delivery') return [{ ...common, kind: 'delivered' }];
  if (RecordType === 'SpamComplaint' || Type === 'SpamComplaint') return [{ ...common, kind: 'complaint' }];
  const found = classifyBounce({ text });
  return [{ ...common, kind: found === 'other' ? (TYPES[Type ?? ''] ?? 'other') : found }];
}
