import { readMailgun } from './mailgun.ts';
import { readPostmark } from './postmark.ts';
import type { ProviderReport, ProviderRequest } from './provider-report.ts';
import { readSendGrid } from './sendgrid.ts';
import { isSnsMessage } from './sns-message.ts';

/** The report in a request; null if it has no provider's shape, or that of Amazon SNS. */
export function readReport(request: ProviderRequest): ProviderReport | null {
  if (isSnsMessage(request.value)) return null;
  return readSendGrid(request) ?? readMailgun(request) ?? readPostmark(request);
}
