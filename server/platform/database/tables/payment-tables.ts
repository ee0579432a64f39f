import type { Generated } from 'kysely';
import type { Plan } from '#contract/account.ts';
import type { OrderFailureReason, OrderStatus } from '#contract/payments.ts';
import type { DefaultedJson, DefaultedTime } from './column-types.ts';

/** What can be bought (server/products.ts). */
export type ProductId = 'unlimited' | 'apollo_scraper';

/** Credits, orders and subscriptions. */
export interface PaymentTables {
  credit_entries: {
    id: Generated<number>;
    account_id: string;
    amount: number;
    reason: string;
    from_balance: Generated<boolean>;
    spent: Generated<boolean>;
    task_id: string | null;
    item_position: number | null;
    export_id: string | null;
    created_at: DefaultedTime;
  };
  credit_lines: {
    id: Generated<number>;
    account_id: string;
    kind: string;
    reason: string;
    task_id: string | null;
    export_id: string | null;
    started_at: DefaultedTime;
    amount: Generated<number>;
    included: Generated<number>;
    refunded: Generated<number>;
  };
  credit_quarters: {
    account_id: string;
    quarter: Date;
    used: Generated<number>;
    included: Generated<number>;
  };
  charged_items: { account_id: string; kind: string; digest: string; fresh_until: Date };
  orders: {
    id: Generated<string>;
    account_id: string;
    product: ProductId;
    mode: 'subscription' | 'payment';
    quantity: number;
    amount_cents: number;
    currency: Generated<string>;
    params: DefaultedJson<Record<string, unknown>>;
    trial_days: Generated<number>;
    source: 'stripe' | 'test';
    status: Generated<OrderStatus>;
    failure_reason: OrderFailureReason | null;
    success_url: string;
    cancel_url: string;
    session_id: string | null;
    session_url: string | null;
    subscription_id: string | null;
    payment_intent_id: string | null;
    run_at: Date | null;
    refunded_cents: Generated<number>;
    refund_due_cents: number | null;
    refund_due_at: Date | null;
    refund_problem: string | null;
    created_at: DefaultedTime;
    settled_at: Date | null;
  };
  entitlements: {
    id: Generated<string>;
    account_id: string;
    source: 'stripe' | 'test' | 'operator';
    subscription_id: string | null;
    customer_id: string | null;
    status: string;
    has_access: boolean;
    trial_ends_at: Date | null;
    period_ends_at: Date | null;
    cancels_at_period_end: Generated<boolean>;
    revoked_at: Date | null;
    version: Generated<number>;
    created_at: DefaultedTime;
    updated_at: DefaultedTime;
  };
  /** A view: read only. */
  user_payments: {
    account_id: string;
    email: string;
    has_access: boolean;
    plan: Plan;
    status: string;
    updated_at: Date;
  };
  payment_events: {
    id: string;
    source: 'stripe' | 'test';
    type: string;
    object_id: string;
    received_at: DefaultedTime;
    due_at: Date | null;
    last_error: string | null;
  };
  test_sessions: {
    id: string;
    order_id: string;
    status: Generated<'open' | 'complete' | 'expired'>;
    payment_status: Generated<'paid' | 'unpaid' | 'no_payment_required'>;
    subscription_id: string | null;
    created_at: Date;
  };
  test_subscriptions: {
    id: string;
    order_id: string;
    started_at: Date;
    trial_ends_at: Date | null;
    first_payment_failed: Generated<boolean>;
    payment_failed_at: Date | null;
    cancels_at_period_end: Generated<boolean>;
    ended_at: Date | null;
  };
}
