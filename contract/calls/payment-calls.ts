import { z } from 'zod';
import { type Call, call } from '../call.ts';
import {
  ActivationReply,
  BillingView,
  CheckoutInput,
  CheckoutReply,
  OrderView,
  SessionId,
  TestBillingAct,
  TestCheckoutAct,
  TestCheckoutView,
  UserPayment,
} from '../payments.ts';

/** Checkouts, orders and subscriptions, with Stripe or the built-in test payments. */
export const PAYMENT_CALLS = {
  createCheckout: call({
    name: 'create-stripe-checkout',
    method: 'POST',
    summary: 'Order the unlimited plan or a pay-per-use run. Returns the checkout URL.',
    costs: true,
    scope: 'none',
    input: CheckoutInput,
    reply: CheckoutReply,
  }),
  confirmCheckout: call({
    name: 'confirm-checkout',
    method: 'POST',
    summary: 'Check one of your checkouts with the payment provider, and fulfill the order if it is paid.',
    scope: 'none',
    input: z.union([z.object({ sessionId: SessionId }), z.object({ devMode: z.literal(true) })]),
    reply: OrderView,
  }),
  orderStatus: call({
    name: 'order-status',
    method: 'GET',
    summary: 'Get one of your orders.',
    scope: 'none',
    input: z.object({ id: z.uuid() }),
    reply: OrderView,
  }),
  billing: call({
    name: 'billing',
    method: 'GET',
    summary: 'Get your subscription, and whether you can still start a trial.',
    scope: 'none',
    input: z.object({}),
    reply: BillingView,
  }),
  paymentRecord: call({
    name: 'payment-record',
    method: 'GET',
    summary: 'Get whether your payment gives access, and when that changed last. Null without any payment.',
    scope: 'none',
    input: z.object({}),
    reply: z.object({ payment: UserPayment.nullable() }),
  }),
  billingPortal: call({
    name: 'billing-portal',
    method: 'POST',
    summary: 'Get the URL where you can cancel your subscription, change your card and view invoices.',
    scope: 'none',
    input: z.object({}),
    reply: z.object({ url: z.string() }),
  }),
  activationCode: call({
    name: 'activation-code',
    method: 'GET',
    summary:
      'Get the activation code for a paid checkout, or for a signed-in account with the unlimited plan.',
    access: 'public',
    scope: 'none',
    input: z.object({ sessionId: SessionId.optional() }),
    reply: ActivationReply,
  }),
  testCheckout: call({
    name: 'test-checkout',
    method: 'GET',
    summary: 'Get a test checkout. Only with built-in test payments.',
    scope: 'none',
    input: z.object({ sessionId: SessionId }),
    reply: TestCheckoutView,
  }),
  testCheckoutAct: call({
    name: 'test-checkout-act',
    method: 'POST',
    summary: 'Pay, fail or cancel a test checkout. Only with built-in test payments.',
    scope: 'none',
    input: z.object({ sessionId: SessionId, act: TestCheckoutAct }),
    reply: z.object({ url: z.string() }),
  }),
  testBillingAct: call({
    name: 'test-billing-act',
    method: 'POST',
    summary:
      'Cancel or renew a test subscription, or fail its next payment. Only with built-in test payments.',
    scope: 'none',
    input: z.object({ act: TestBillingAct }),
    reply: BillingView,
  }),
} as const satisfies Record<string, Call>;
