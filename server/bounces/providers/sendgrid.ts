import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import { classifyBounce } from '#engines/mail-replies/classify-bounce.ts';
import type { BounceEvent } from '../record-bounces.ts';
import type { ProviderReport, ProviderRequest } from './provider-report.ts';

const Text = z.string().nullish();
const Event = z.object({
  email: z.string(),
  event: z.string(),
  type: Text,
  reason: Text,
  response: Text,
  status: Text,
  sg_event_id: Text,
});
const Events = z.array(z.looseObject({ event: z.string(), sg_event_id: z.string() })).min(1);

/** Reads the event webhook of SendGrid. Clicks and opens are left out. */
export function readSendGrid({ body, value, header }: ProviderRequest): ProviderReport | null {
  if (!Events.safeParse(value).success) return null;
  const events = (value as unknown[]).flatMap((each) => {
    const event = Event.safeParse(each);
    return event.success ? readEvent(event.data) : [];
  });
  return {
    provider: 'sendgrid',
    events,
    isSigned: (key) => {
      const signature = header('x-twilio-email-event-webhook-signature') ?? '';
      const signed = `${header('x-twilio-email-event-webhook-timestamp') ?? ''}${body}`;
      try {
        const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
        return verify('sha256', Buffer.from(signed), publicKey, Buffer.from(signature, 'base64'));
      } catch {
        return false;
      }
    },
  };
}

function readEvent({
  email,
  event,
  type,
  reason,
  response,
  status,
  sg_event_id,
}: z.infer<typeof Event>): BounceEvent[] {
  const common = {
    email,
    id: sg_event_id ?? undefined,
    code: status?.slice(0, 40),
    text: reason ?? response ?? '',
  };
  switch (event) {
    case 'delivered':
      return [{ ...common, kind: 'delivered' }];
    case 'spamreport':
      return [{ ...common, kind: 'complaint' }];
    case 'bounce':
      // “blocked” is what SendGrid calls a refusal that says nothing about the mailbox.
      return [{ ...common, kind: type === 'blocked' ? blockKind(common.text, common.code) : 'bounce' }];
    case 'dropped':
      return /bounced address/i.test(reason ?? '') ? [{ ...common, kind: 'hard' }] : [];
    default:
      return [];
  }
}

function blockKind(text: string, code: string | undefined): BounceEvent['kind'] {
  const found = classifyBounce({ text, code });
  return found === 'soft' ? 'soft' : 'policy';
}
