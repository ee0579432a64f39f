import { SERVER_TOOLS } from '#tools/index/server-tools.ts';
import type { DeletionOptions } from './account-data/delete-account.ts';
import { API_KEY_DATA } from './api-keys/personal-data.ts';
import { addAccessHolders } from './auth/account-access.ts';
import { AUTH_DATA } from './auth/personal-data.ts';
import { BOUNCE_DATA } from './bounce-data/personal-data.ts';
import { CREDIT_DATA } from './credits/personal-data.ts';
import { DEVICE_DATA } from './device-tokens/personal-data.ts';
import { IDEMPOTENCY_DATA } from './idempotency/personal-data.ts';
import { LEAD_DATA } from './leads/personal-data.ts';
import { LIST_INBOX_DATA } from './list-inboxes/personal-data.ts';
import { LIST_ACCESS } from './lists/access-holder.ts';
import { LIST_DATA } from './lists/personal-data.ts';
import { OAUTH_DATA } from './oauth/personal-data.ts';
import { cancelPayments, closeOpenCheckouts } from './payments/billing.ts';
import type { PaymentDeps } from './payments/payment-context.ts';
import { PAYMENT_DATA } from './payments/personal-data.ts';
import { PEOPLE_DATA } from './people-orders/personal-data.ts';
import type { PersonalData } from './platform/personal-data.ts';
import { PRODUCTS } from './products.ts';
import { SCHEDULE_ACCESS } from './schedules/access-holder.ts';
import { SCHEDULE_DATA } from './schedules/personal-data.ts';
import { TASK_DATA } from './tasks/personal-data.ts';
import { WEBHOOK_DATA } from './webhooks/personal-data.ts';

addAccessHolders({ lists: LIST_ACCESS, schedules: SCHEDULE_ACCESS });

/** All data that the server stores about an account, in the order of the export. */
export const PERSONAL_DATA: readonly PersonalData[] = [
  ...AUTH_DATA,
  ...API_KEY_DATA,
  ...OAUTH_DATA,
  ...WEBHOOK_DATA,
  ...IDEMPOTENCY_DATA,
  ...CREDIT_DATA,
  ...BOUNCE_DATA,
  ...PAYMENT_DATA,
  ...PEOPLE_DATA,
  ...SERVER_TOOLS.flatMap(({ personalData = [] }) => personalData),
  ...LEAD_DATA,
  ...DEVICE_DATA,
  ...LIST_INBOX_DATA,
  ...SCHEDULE_DATA,
  ...LIST_DATA,
  ...TASK_DATA,
];

/** What ends when an account is deleted, by its owner or by the operator. */
export function accountClosing({ payments }: PaymentDeps): DeletionOptions {
  return {
    personalData: PERSONAL_DATA,
    endPayments: async (accountId) => {
      if (!payments) return;
      // First, so that no new payment can arrive after the refunds.
      await closeOpenCheckouts(payments, accountId);
      for (const product of Object.values(PRODUCTS))
        await product.refundBeforeDeletion?.(payments, accountId);
      await cancelPayments(payments, accountId);
    },
  };
}
