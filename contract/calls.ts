import type { Call } from './call.ts';
import { ACCOUNT_CALLS } from './calls/account-calls.ts';
import { API_KEY_CALLS } from './calls/api-key-calls.ts';
import { DEVICE_CALLS } from './calls/device-calls.ts';
import { LEAD_CALLS } from './calls/lead-calls.ts';
import { LIST_CALLS } from './calls/list-calls.ts';
import { LIST_INBOX_CALLS } from './calls/list-inbox-calls.ts';
import { LIST_TABLE_CALLS } from './calls/list-table-calls.ts';
import { PAYMENT_CALLS } from './calls/payment-calls.ts';
import { PEOPLE_ORDER_CALLS } from './calls/people-order-calls.ts';
import { SIGN_IN_CALLS } from './calls/sign-in-calls.ts';
import { SITE_CALLS } from './calls/site-calls.ts';
import { TASK_CALLS } from './calls/task-calls.ts';

/** The function calls that don't belong to a tool. Each tool defines its own (tools/index/definitions.ts). */
export const CALLS = {
  ...TASK_CALLS,
  ...LEAD_CALLS,
  ...ACCOUNT_CALLS,
  ...API_KEY_CALLS,
  ...SIGN_IN_CALLS,
  ...PAYMENT_CALLS,
  ...PEOPLE_ORDER_CALLS,
  ...SITE_CALLS,
  ...LIST_CALLS,
  ...LIST_TABLE_CALLS,
  ...LIST_INBOX_CALLS,
  ...DEVICE_CALLS,
} as const satisfies Record<string, Call>;

/** The same calls in groups, as a program's author looks for them. */
export const CALL_GROUPS: readonly { name: string; description: string; calls: readonly Call[] }[] = [
  {
    name: 'Apollo Scraper',
    description: 'Download the people of an Apollo search as a CSV file.',
    calls: Object.values<Call>(PEOPLE_ORDER_CALLS),
  },
  {
    name: 'Tasks',
    description: 'The tasks that the tools start: status, rows, files.',
    calls: Object.values<Call>(TASK_CALLS),
  },
  {
    name: 'Lists',
    description: 'Saved lists, their rows, and tasks with them.',
    calls: [LIST_CALLS, LIST_TABLE_CALLS, LIST_INBOX_CALLS].flatMap((calls) => Object.values<Call>(calls)),
  },
  {
    name: 'Lead databases',
    description: 'Search and export leads.',
    calls: Object.values<Call>(LEAD_CALLS),
  },
  {
    name: 'Account',
    description: 'Credits, budget and limits.',
    calls: [ACCOUNT_CALLS, API_KEY_CALLS, SIGN_IN_CALLS, PAYMENT_CALLS, SITE_CALLS, DEVICE_CALLS].flatMap(
      (calls) => Object.values<Call>(calls),
    ),
  },
];
