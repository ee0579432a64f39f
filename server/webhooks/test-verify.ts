import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';
import type { ReceivedEvent } from './test-receiver.ts';

/** Checks a signature, at the time that the event names. */
export function verify(secret: string, sent: ReceivedEvent | undefined): unknown {
  const headers = sent?.headers as Record<string, string>;
  const now = vi.spyOn(Date, 'now').mockReturnValue(Number(headers['webhook-timestamp']) * 1000);
  try {
    return new Webhook(secret).verify(sent?.body ?? '', headers);
  } finally {
    now.mockRestore();
  }
}
