import { z } from 'zod';
import { AdminInfo, AdminKey, AdminUpgradeInput, AdminUpgradeReply, PaymentSyncReply } from '../admin.ts';
import { type Call, call } from '../call.ts';

/** What the operator does through the admin page, and what pages tell the operator. */
export const SITE_CALLS = {
  adminInfo: call({
    name: 'admin-info',
    method: 'POST',
    summary: 'What the admin page shows to whoever has the key.',
    access: 'public',
    input: z.object({ adminKey: AdminKey }),
    reply: AdminInfo,
  }),
  adminPrefill: call({
    name: 'admin-prefill',
    method: 'GET',
    summary: 'The admin key of an embedded server, for this machine only; null everywhere else.',
    access: 'public',
    input: z.object({}),
    reply: z.object({ adminKey: z.string().nullable() }),
  }),
  adminUpgrade: call({
    name: 'admin-upgrade-account',
    method: 'POST',
    summary: 'Give the account of an email the unlimited plan.',
    access: 'public',
    input: AdminUpgradeInput,
    reply: AdminUpgradeReply,
  }),
  adminUpgradeDirectly: call({
    name: 'admin-upgrade-directly',
    method: 'POST',
    summary: 'The same, as the second way of the admin page.',
    access: 'public',
    input: AdminUpgradeInput,
    reply: AdminUpgradeReply,
  }),
  bulkSyncPayments: call({
    name: 'bulk-sync-payments',
    method: 'POST',
    summary: 'Compare every subscription with the payment provider.',
    access: 'public',
    input: z.object({ adminKey: AdminKey }),
    reply: PaymentSyncReply,
  }),
  missingPage: call({
    name: 'missing-page',
    method: 'POST',
    summary: 'Log an address of the web client that leads nowhere.',
    access: 'public',
    input: z.object({ path: z.string().max(2048) }),
    reply: z.object({}),
  }),
} as const satisfies Record<string, Call>;
