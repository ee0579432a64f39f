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
} from '../payments.ts';

/** Checkouts, orders and subscriptions, with Stripe or the built-in test payments. */
export const PAYMENT_CALLS = {
  createCheckout: call({
    name: 'create-stripe-checkout',
    method: 'POST',
    summary: 'Order the unlimited plan or a pay-per-use run: the address of its checkout.',
    costs: true,
    input: CheckoutInput,
    reply: CheckoutReply,
  }),
  confirmCheckout: call({
    name: 'confirm-checkout',
    method: 'POST',
    summary: 'Ask the payment provider how a checkout of yours ended, and fulfil it if it was paid.',
    input: z.union([z.object({ sessionId: SessionId }), z.object({ devMode: z.literal(true) })]),
    reply: OrderView,
  }),
  orderStatus: call({
    name: 'order-status',
    method: 'GET',
    summary: 'One order of yours.',
    input: z.object({ id: z.uuid() }),
    reply: OrderView,
  }),
  billing: call({
    name: 'billing',
    method: 'GET',
    summary: 'Your subscription, and whether a trial can still be had.',
    input: z.object({}),
    reply: BillingView,
  }),
  billingPortal: call({
    name: 'billing-portal',
    method: 'POST',
    summary: 'The address where a subscriber cancels, changes the card and finds invoices.',
    input: z.object({}),
    reply: z.object({ url: z.string() }),
  }),
  activationCode: call({
    name: 'activation-code',
    method: 'GET',
    summary: 'The activation code of a paid checkout, or of a signed-in unlimited account.',
    access: 'public',
    input: z.object({ sessionId: SessionId.optional() }),
    reply: ActivationReply,
  }),
  testCheckout: call({
    name: 'test-checkout',
    method: 'GET',
    summary: 'A checkout of the built-in test payments, as its page shows it.',
    input: z.object({ sessionId: SessionId }),
    reply: TestCheckoutView,
  }),
  testCheckoutAct: call({
    name: 'test-checkout-act',
    method: 'POST',
    summary: 'Pay, fail or cancel a checkout of the built-in test payments.',
    input: z.object({ sessionId: SessionId, act: TestCheckoutAct }),
    reply: z.object({ url: z.string() }),
  }),
  testBillingAct: call({
    name: 'test-billing-act',
    method: 'POST',
    summary: 'Cancel a subscription of the built-in test payments, or let its next payment fail.',
    input: z.object({ act: TestBillingAct }),
    reply: BillingView,
  }),
} as const satisfies Record<string, Call>;
