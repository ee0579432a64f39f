import { z } from 'zod';
import {
  AdminInfo,
  AdminKey,
  AdminUpgradeInput,
  AdminUpgradeReply,
  AdminUsersInput,
  AdminUsersReply,
  PaymentSyncReply,
} from '../admin.ts';
import { AdminStatus } from '../admin-status.ts';
import { type Call, call } from '../call.ts';
import { AdminPersonInput, ErasureReply, PersonReportReply } from '../person-rights.ts';

/** Calls of the admin page, and reports that pages send to the operator. */
export const SITE_CALLS = {
  adminInfo: call({
    name: 'admin-info',
    method: 'POST',
    summary: 'Get the information on the admin page. Requires the admin key.',
    access: 'public',
    scope: 'none',
    input: z.object({ adminKey: AdminKey }),
    reply: AdminInfo,
  }),
  adminStatus: call({
    name: 'admin-status',
    method: 'POST',
    summary:
      'Get the state of the server, its workers, queue, disk and versions. Answers while a part is down. Requires the admin key.',
    access: 'public',
    scope: 'none',
    input: z.object({ adminKey: AdminKey }),
    reply: AdminStatus,
  }),
  adminUsers: call({
    name: 'admin-users',
    method: 'POST',
    summary: 'List the users that match, a page at a time. Requires the admin key.',
    access: 'public',
    scope: 'none',
    input: AdminUsersInput,
    reply: AdminUsersReply,
  }),
  adminPersonReport: call({
    name: 'admin-person-report',
    method: 'POST',
    summary: 'Everything that is stored about a person, and a letter to the person. Requires the admin key.',
    access: 'public',
    scope: 'none',
    input: AdminPersonInput,
    reply: PersonReportReply,
  }),
  adminPersonErase: call({
    name: 'admin-person-erase',
    method: 'POST',
    summary:
      'Erase a person: from all data, and from later imports. Tells the accounts that have the person. Requires the admin key.',
    access: 'public',
    scope: 'none',
    input: AdminPersonInput,
    reply: ErasureReply,
  }),
  adminPrefill: call({
    name: 'admin-prefill',
    method: 'POST',
    summary:
      'Use the one-time operator link that the server printed. Returns the admin key, or null if the server has none; without a code, only to a browser that used the link.',
    access: 'public',
    scope: 'none',
    input: z.object({ code: z.string().min(1).max(100).optional() }),
    reply: z.object({ adminKey: z.string().nullable() }),
  }),
  adminUpgrade: call({
    name: 'admin-upgrade-account',
    method: 'POST',
    summary: 'Give a plan to the account with this email, or take it back.',
    access: 'public',
    scope: 'none',
    input: AdminUpgradeInput,
    reply: AdminUpgradeReply,
  }),
  adminUpgradeDirectly: call({
    name: 'admin-upgrade-directly',
    method: 'POST',
    summary: 'Same as admin-upgrade-account. The admin page uses it as a fallback.',
    access: 'public',
    scope: 'none',
    input: AdminUpgradeInput,
    reply: AdminUpgradeReply,
  }),
  bulkSyncPayments: call({
    name: 'bulk-sync-payments',
    method: 'POST',
    summary: 'Sync every subscription with the payment provider.',
    access: 'public',
    scope: 'none',
    input: z.object({ adminKey: AdminKey }),
    reply: PaymentSyncReply,
  }),
  missingPage: call({
    name: 'missing-page',
    method: 'POST',
    summary: 'Log a page address that does not exist.',
    access: 'public',
    scope: 'none',
    input: z.object({ path: z.string().max(2048) }),
    reply: z.object({}),
  }),
} as const satisfies Record<string, Call>;
