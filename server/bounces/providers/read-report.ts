import type { BounceProvider } from '#contract/bounces.ts';
import type { BounceEvent } from '../record-bounces.ts';
import { readMailgun } from './mailgun.ts';
import { readPostmark } from './postmark.ts';
import { readSendGrid } from './sendgrid.ts';
import { isSnsMessage } from './sns-message.ts';

/** What a provider sent. */
export interface ProviderRequest {
  /** as it arrived, because signatures are about these bytes */
  body: string;
  /** the body as JSON */
  value: unknown;
  header(name: string): string | undefined;
}

/** A report as its provider writes it. `isSigned` checks it with the key of the provider. */
export interface ProviderReport {
  provider: BounceProvider;
  events: BounceEvent[];
  isSigned(key: string): boolean;
}

/** The report in a request; null if it has no provider's shape, or that of Amazon SNS. */
export function readReport(request: ProviderRequest): ProviderReport | null {
  if (isSnsMessage(request.value)) return null;
  return readSendGrid(request) ?? readMailgun(request) ?? readPostmark(request);
}
