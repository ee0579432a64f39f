import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { classifyBounce } from '#engines/mail-replies/classify-bounce.ts';
import type { BounceEvent } from '../record-bounces.ts';
import type { ProviderReport, ProviderRequest } from './provider-report.ts';
import { isSameText } from './same-text.ts';

const Report = z.object({
  signature: z.object({ timestamp: z.string(), token: z.string(), signature: z.string() }),
  'event-data': z.object({
    id: z.string().optional(),
    event: z.string(),
    severity: z.string().nullish(),
    reason: z.string().nullish(),
    recipient: z.string(),
    'delivery-status': z
      .object({
        code: z.number().nullish(),
        'enhanced-code': z.string().nullish(),
        message: z.string().nullish(),
        description: z.string().nullish(),
      })
      .nullish(),
  }),
});

/** Reads a webhook of Mailgun. */
export function readMailgun({ value }: ProviderRequest): ProviderReport | null {
  const report = Report.safeParse(value);
  if (!report.success) return null;
  const { signature, 'event-data': data } = report.data;
  return {
    provider: 'mailgun',
    events: readEvent(data),
    isSigned: (key) =>
      isSameText(
        createHmac('sha256', key).update(`${signature.timestamp}${signature.token}`).digest('hex'),
        signature.signature,
      ),
  };
}

function readEvent(data: z.infer<typeof Report>['event-data']): BounceEvent[] {
  const status = data['delivery-status'];
  const code = [status?.code, status?.['enhanced-code']].filter(Boolean).join(' ').slice(0, 40);
  const text = status?.message || status?.description || '';
  const common = { email: data.recipient, id: data.id, code, text };
  if (data.event === 'delivered') return [{ ...common, kind: 'delivered' }];
  if (data.event === 'complained') return [{ ...common, kind: 'complaint' }];
  if (data.event !== 'failed') return [];
  const found = classifyBounce({ code, text });
  if (found !== 'other') return [{ ...common, kind: found }];
  // Mailgun doesn't send to addresses that bounced before.
  if (data.reason === 'suppress-bounce') return [{ ...common, kind: 'hard' }];
  return [{ ...common, kind: data.severity === 'temporary' ? 'soft' : 'other' }];
}
