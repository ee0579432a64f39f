import { z } from 'zod';
import { Credits, Plan } from './account.ts';
import { EmailAddress } from './auth.ts';
import { MESSAGES } from './messages.ts';
import { NoticeCounts } from './notices.ts';

/** A server on PostgreSQL that listens only on loopback starts without a key. */
export const NO_ADMIN_KEY =
  'This server has no admin key. To use the admin page, set ADMIN_KEY to 16 characters or more and restart the server.';

const MAX_KEY_CHARS = 400;
export const AdminKey = z
  .string({ error: MESSAGES.admin.enterKey })
  .min(1, MESSAGES.admin.enterKey)
  .max(MAX_KEY_CHARS, MESSAGES.admin.wrongKey);

/** `plan`: unlimited, unless given. `free` takes the plan back that the operator gave. */
export const AdminUpgradeInput = z.object({
  email: EmailAddress,
  adminKey: AdminKey,
  plan: Plan.optional(),
});

/** Response of both upgrade calls (spec accounts §7). `note`: what the operator has to know about the account's payments. */
export const AdminUpgradeReply = z.object({
  success: z.boolean(),
  error: z.string().optional(),
  note: z.string().optional(),
});
export type AdminUpgradeReply = z.infer<typeof AdminUpgradeReply>;

/** Response of `bulk-sync-payments` (spec accounts §3 Payment-sync result). Counts are accounts. */
export const PaymentSyncReply = z.object({
  success: z.boolean(),
  /** Accounts that now match the provider. */
  syncedUsers: z.int(),
  /** Subscriptions without an account, and accounts the operator upgraded to unlimited. */
  skippedUsers: z.int(),
  errors: z.int(),
  error: z.string().optional(),
});
export type PaymentSyncReply = z.infer<typeof PaymentSyncReply>;

/** The data on the admin page, for anyone with the key. Secrets are masked. */
export const AdminInfo = z.object({
  adminKey: z.string(),
  webhookSecret: z.string().nullable(),
  webhookUrl: z.string(),
  payments: z.enum(['stripe', 'test', 'none']),
  staff: z.array(z.object({ email: z.string(), confirmed: z.boolean() })),
  recent: z.array(
    z.object({
      at: z.string(),
      action: z.string(),
      address: z.string(),
      accepted: z.boolean(),
      detail: z.string(),
    }),
  ),
  /** Who of the lead databases was told; null: there is no one, or the engine of the databases doesn't answer. */
  notices: NoticeCounts.nullable(),
});
export type AdminInfo = z.infer<typeof AdminInfo>;

/** The most users in one reply. */
export const ADMIN_USERS_PER_PAGE = 50;

/** Where an account stands. `ended`: its trial is over. `free`: on the free plan without a trial. */
export const UserState = z.enum(['trial', 'paid', 'payment-due', 'ended', 'free', 'disabled']);
export type UserState = z.infer<typeof UserState>;

/** A state, or an address that isn't confirmed, whatever the state. */
export const UserStateFilter = z.enum([...UserState.options, 'unconfirmed']);
export type UserStateFilter = z.infer<typeof UserStateFilter>;

/** Which users the admin page lists. They are sorted by email. */
export const UserFilter = z.object({
  /** in the email or the name; upper and lower case are the same, and no character is special */
  search: z.string().trim().max(320, 'Search for 320 characters at most.').default(''),
  plan: Plan.optional(),
  state: UserStateFilter.optional(),
  /** at most this many credits */
  maxCredits: z.int().min(0).max(1_000_000_000).optional(),
});
export type UserFilter = z.infer<typeof UserFilter>;

/** `after`: the `next` of the page before. */
export const AdminUsersInput = UserFilter.extend({
  adminKey: AdminKey,
  after: z.string().max(320).optional(),
});

/** A user as the operator sees it. */
export const AdminUser = z.object({
  email: z.string(),
  name: z.string(),
  plan: Plan,
  credits: Credits,
  creditsUsed: z.int(),
  state: UserState,
  confirmed: z.boolean(),
  isStaff: z.boolean(),
  /** when the plan ends, because its subscription was canceled; ISO 8601 in UTC. null: it doesn't end. Earlier servers don't say it */
  endsAt: z.string().nullable().default(null),
  /** ISO 8601 in UTC */
  createdAt: z.string(),
});
export type AdminUser = z.infer<typeof AdminUser>;

/**
 * `next`: where the search goes on; null at the end. One call reads a limited number of accounts, so a page may have few
 * users, or none, and still have a next one.
 */
export const AdminUsersReply = z.object({ users: z.array(AdminUser), next: z.string().nullable() });
