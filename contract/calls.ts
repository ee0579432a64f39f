import type { Call } from './call.ts';
import { ACCOUNT_CALLS } from './calls/account-calls.ts';
import { LEAD_CALLS } from './calls/lead-calls.ts';
import { PAYMENT_CALLS } from './calls/payment-calls.ts';
import { SITE_CALLS } from './calls/site-calls.ts';
import { TOOL_CALLS } from './calls/tool-calls.ts';

/** The table of every function call: the map of the product. */
export const CALLS = {
  ...TOOL_CALLS,
  ...LEAD_CALLS,
  ...ACCOUNT_CALLS,
  ...PAYMENT_CALLS,
  ...SITE_CALLS,
} as const satisfies Record<string, Call>;
