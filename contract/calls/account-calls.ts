import { z } from 'zod';
import { AccountExport, AccountView, MailSettings, SessionView } from '../account.ts';
import { AccountAnalytics } from '../analytics.ts';
import { ConfirmationCode, EmailAddress } from '../auth.ts';
import { type Call, call } from '../call.ts';
import { CreditHistoryFilter, CreditHistoryPage } from '../credit-history.ts';
import { TableFormat, XLSX_TYPE } from '../file-types.ts';
import { ROW_ID_MAX } from '../limits.ts';
import { CurrentPassword, SecondFactorCode } from '../sign-in.ts';
import { TimeZone } from '../time-zone.ts';

/** The signed-in account: data, sessions and credits. */
export const ACCOUNT_CALLS = {
  account: call({
    name: 'account',
    method: 'GET',
    summary: 'Get your account: plan, credits and trial.',
    scope: 'none',
    input: z.object({}),
    reply: AccountView,
  }),
  accountAnalytics: call({
    name: 'account-analytics',
    method: 'GET',
    summary:
      'Get your last 30 days: credits per day in your time zone, finished items per tool, and contacts found.',
    scope: 'none',
    input: z.object({ timeZone: TimeZone.default('UTC') }),
    reply: AccountAnalytics,
  }),
  accountExport: call({
    name: 'account-export',
    method: 'GET',
    summary: 'Download all your account data as one JSON file.',
    scope: 'none',
    input: z.object({}),
    reply: AccountExport,
  }),
  accountDelete: call({
    name: 'account-delete',
    method: 'POST',
    summary:
      'Delete your account and all its data, and cancel its subscription. `email` must match the account. Requires the current password, or a login without one in the last hour, and a code if two-factor login is on.',
    scope: 'none',
    input: z.object({
      email: EmailAddress,
      currentPassword: CurrentPassword,
      code: SecondFactorCode.nullish(),
    }),
    reply: z.object({}),
  }),
  sendConfirmation: call({
    name: 'send-confirmation',
    method: 'POST',
    summary: 'Email a confirmation code to your address.',
    scope: 'none',
    input: z.object({}),
    reply: z.object({}),
  }),
  confirmEmail: call({
    name: 'confirm-email',
    method: 'POST',
    summary:
      'Confirm your email address with the code. Logs out your other sessions. If `passwordEnded` is true, set a new password.',
    scope: 'none',
    input: z.object({ code: ConfirmationCode }),
    reply: z.object({ passwordEnded: z.boolean() }),
  }),
  mailSettings: call({
    name: 'mail-settings',
    method: 'GET',
    summary: 'Get which emails you want.',
    scope: 'none',
    input: z.object({}),
    reply: MailSettings,
  }),
  saveMailSettings: call({
    name: 'save-mail-settings',
    method: 'POST',
    summary: 'Choose which emails you want.',
    scope: 'none',
    input: MailSettings,
    reply: MailSettings,
  }),
  sessions: call({
    name: 'sessions',
    method: 'GET',
    summary: 'List your sessions, with the current one first.',
    scope: 'none',
    input: z.object({}),
    reply: z.object({ sessions: z.array(SessionView) }),
  }),
  endSession: call({
    name: 'end-session',
    method: 'POST',
    summary: 'Log out one of your sessions.',
    scope: 'none',
    input: z.object({ id: z.uuid() }),
    reply: z.object({}),
  }),
  creditHistory: call({
    name: 'credit-history',
    method: 'GET',
    summary:
      'List your credit history, newest first: one line for each task and export with what it cost less refunds, and for credits added or removed. The first page has the totals.',
    scope: 'none',
    input: CreditHistoryFilter.extend({
      before: z.coerce.number().int().positive().max(ROW_ID_MAX).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    reply: CreditHistoryPage,
  }),
  creditHistoryCsv: call({
    name: 'credit-history-csv',
    method: 'GET',
    summary: 'Download your credit history as a CSV or XLSX file, newest first.',
    scope: 'none',
    input: CreditHistoryFilter.extend({ format: TableFormat.default('csv') }),
    reply: z.string(),
    replyKind: 'csv',
    otherTypes: [XLSX_TYPE],
  }),
  staffCheck: call({
    name: 'staff-check',
    method: 'POST',
    summary: 'Check whether you are confirmed staff. Staff have the unlimited plan.',
    scope: 'none',
    input: z.object({ email: z.string().max(254).optional() }),
    reply: z.object({ success: z.boolean() }),
  }),
} as const satisfies Record<string, Call>;
