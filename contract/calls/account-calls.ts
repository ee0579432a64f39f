import { z } from 'zod';
import { AccountExport, AccountView, SessionView } from '../account.ts';
import { ConfirmationCode, EmailAddress } from '../auth.ts';
import { type Call, call } from '../call.ts';
import { CreditEntriesPage } from '../payments.ts';

/** One’s own account: data, sessions, credits. */
export const ACCOUNT_CALLS = {
  account: call({
    name: 'account',
    method: 'GET',
    summary: 'The signed-in account: plan, credits, trial.',
    input: z.object({}),
    reply: AccountView,
  }),
  accountExport: call({
    name: 'account-export',
    method: 'GET',
    summary: 'Everything kept of the account, as one JSON file.',
    input: z.object({}),
    reply: AccountExport,
  }),
  accountDelete: call({
    name: 'account-delete',
    method: 'POST',
    summary: 'Delete the account with all its data and end its subscription. `email` must be its address.',
    input: z.object({ email: EmailAddress }),
    reply: z.object({}),
  }),
  sendConfirmation: call({
    name: 'send-confirmation',
    method: 'POST',
    summary: 'Mail a code to the account’s address, with which its owner confirms it.',
    input: z.object({}),
    reply: z.object({}),
  }),
  confirmEmail: call({
    name: 'confirm-email',
    method: 'POST',
    summary:
      'Confirm the account’s address with the mailed code. Ends the other sessions; `passwordEnded` tells that a new password is needed.',
    input: z.object({ code: ConfirmationCode }),
    reply: z.object({ passwordEnded: z.boolean() }),
  }),
  sessions: call({
    name: 'sessions',
    method: 'GET',
    summary: 'Where the account is signed in, this session first.',
    input: z.object({}),
    reply: z.object({ sessions: z.array(SessionView) }),
  }),
  endSession: call({
    name: 'end-session',
    method: 'POST',
    summary: 'Sign one of the account’s sessions out.',
    input: z.object({ id: z.uuid() }),
    reply: z.object({}),
  }),
  creditEntries: call({
    name: 'credit-entries',
    method: 'GET',
    summary: 'The credit ledger, latest first, in pages: every charge and grant with its reason.',
    input: z.object({
      before: z.coerce.number().int().positive().optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    reply: CreditEntriesPage,
  }),
  staffCheck: call({
    name: 'staff-check',
    method: 'POST',
    summary: 'Whether the signed-in person is confirmed staff, who have the unlimited plan.',
    input: z.object({ email: z.string().max(254).optional() }),
    reply: z.object({ success: z.boolean() }),
  }),
} as const satisfies Record<string, Call>;
