import { z } from 'zod';
import { EmailAddress } from './auth.ts';
import { MESSAGES } from './messages.ts';

const MAX_KEY_CHARS = 400;
export const AdminKey = z
  .string({ error: MESSAGES.admin.enterKey })
  .min(1, MESSAGES.admin.enterKey)
  .max(MAX_KEY_CHARS, MESSAGES.admin.wrongKey);

export const AdminUpgradeInput = z.object({ email: EmailAddress, adminKey: AdminKey });

/** Response of both upgrade calls (spec accounts §7). */
export const AdminUpgradeReply = z.object({ success: z.boolean(), error: z.string().optional() });

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
  /** Worker processes that run, in any machine. */
  workers: z.array(z.object({ name: z.string(), startedAt: z.string(), seenAt: z.string() })),
  recent: z.array(
    z.object({
      at: z.string(),
      action: z.string(),
      address: z.string(),
      accepted: z.boolean(),
      detail: z.string(),
    }),
  ),
});
export type AdminInfo = z.infer<typeof AdminInfo>;
