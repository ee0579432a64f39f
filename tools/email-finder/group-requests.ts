import type { ToolItem } from '../tool.ts';
import { type EmailRequest, type RequestReading, readEmailRequest } from './email-request.ts';

/** One request and the items that ask for it: identical items are one request, which the first one pays. */
export interface RequestGroup {
  request: EmailRequest;
  positions: number[];
}

export interface GroupedRequests {
  byDomain: Map<string, RequestGroup[]>;
  /** items that name neither a person at a domain nor an address */
  invalid: { position: number; reading: Extract<RequestReading, { ok: false }> }[];
}

export function groupRequests(items: readonly ToolItem[]): GroupedRequests {
  const byInput = new Map<string, RequestGroup>();
  const byDomain: GroupedRequests['byDomain'] = new Map();
  const invalid: GroupedRequests['invalid'] = [];
  for (const { position, input } of items) {
    const known = byInput.get(input);
    if (known) {
      known.positions.push(position);
      continue;
    }
    const reading = readEmailRequest(input);
    if (!reading.ok) {
      invalid.push({ position, reading });
      continue;
    }
    const group = { request: reading.request, positions: [position] };
    byInput.set(input, group);
    const { domain } = reading.request;
    const others = byDomain.get(domain);
    if (others) others.push(group);
    else byDomain.set(domain, [group]);
  }
  return { byDomain, invalid };
}
