import { deviceName } from '#contract/device-name.ts';
import { MAILED_CODE_MINUTES, UNLIMITED_PRICE } from '#contract/limits.ts';
import { WEBHOOK_FAILING_DAYS, WEBHOOK_LOG_DAYS } from '#contract/webhooks.ts';
import { addressKey } from '../../http/rate-limit.ts';
import type { MailContent } from '../../platform/mail/mail-layout.ts';
import type { Act } from '../act.ts';

const REASON = 'You get this email because your Leadwell account uses this address.';
const TIME = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** Addresses of our own pages that mails link to. */
export interface MailPages {
  /** where a new password can be set, which logs everyone else out */
  reset: string;
  settings: string;
  usage: string;
  pricing: string;
  webhooks: string;
  operator: string;
  /** the address of the operator, if it is set */
  operatorEmail: string | undefined;
}

export function mailPages(publicUrl: string, operatorEmail: string | undefined): MailPages {
  return {
    reset: `${publicUrl}/forgot-password`,
    settings: `${publicUrl}/dashboard/settings#email`,
    usage: `${publicUrl}/dashboard/usage`,
    pricing: `${publicUrl}/pricing`,
    webhooks: `${publicUrl}/dashboard/webhooks`,
    operator: `${publicUrl}/privacy`,
    operatorEmail,
  };
}

/** ISO 8601 -> "November 23, 2026 at 18:36 UTC" */
function mailTime(iso: string): string {
  return `${TIME.format(new Date(iso))} UTC`;
}

/** When, where and with which browser something was done. Where: the IP network, since we ask no outside service. */
export function actFacts(act: Act | undefined): readonly [string, string][] {
  if (!act) return [];
  return [
    ['Time', mailTime(act.at)],
    ['Browser', deviceName(act.userAgent)],
    ['IP network', act.address ? clientNetwork(act.address) : 'Unknown'],
  ];
}

/** "192.0.2.7" -> "192.0.2.0/24"; an IPv6 address -> its /64 network. */
function clientNetwork(address: string): string {
  return addressKey(address).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');
}

/** Mails that tell an account about itself. */
export const ACCOUNT_MAILS = {
  welcome: (code: string, { settings }: MailPages): MailContent => ({
    subject: 'Welcome to Leadwell: confirm your email address',
    heading: 'Welcome to Leadwell',
    paragraphs: [
      'Your account is ready. Confirm your email address so no one else can claim it. Open your settings and enter this code.',
      `The code expires in ${MAILED_CODE_MINUTES === 60 ? 'one hour' : `${MAILED_CODE_MINUTES} minutes`} and works only once. Your settings can send you another one.`,
    ],
    button: { label: 'Open your settings', url: settings },
    code,
    unexpected:
      "If you didn't sign up, someone else used your address. Don't share the code. You can ignore this email, or take over the account by resetting its password.",
    reason: REASON,
  }),
  newSignIn: (act: Act, { reset }: MailPages): MailContent => ({
    subject: 'New login to your Leadwell account',
    heading: 'New login to your account',
    paragraphs: [
      "Someone logged in to your Leadwell account from a browser or network that you haven't used before.",
    ],
    facts: actFacts(act),
    button: { label: "This wasn't me", url: reset },
    unexpected:
      "If this was you, you don't need to do anything. If it wasn't, set a new password with the link. This logs everyone else out.",
    reason: REASON,
  }),
  trialEnding: (
    { endsAt, charged }: { endsAt: string; charged: boolean },
    { usage, pricing }: MailPages,
  ): MailContent => ({
    subject: 'Your Leadwell trial ends soon',
    heading: 'Your trial ends soon',
    paragraphs: charged
      ? [
          `Your trial of Unlimited ends on ${mailTime(endsAt)}. Your card will then be charged ${UNLIMITED_PRICE} every month.`,
          "If you don't want to continue, cancel before then under Usage and Billing.",
        ]
      : [
          `Your free trial ends on ${mailTime(endsAt)}. You keep your lists, results and credits.`,
          `To keep using the tools after that, subscribe for ${UNLIMITED_PRICE} a month.`,
        ],
    button: charged
      ? { label: 'Open Usage and Billing', url: usage }
      : { label: 'See the plan', url: pricing },
    unexpected: 'You get this reminder once for each trial.',
    reason: REASON,
  }),
  webhookDisabled: (
    { name, why }: { name: string; why: 'gone' | 'failing' },
    { webhooks }: MailPages,
  ): MailContent => ({
    subject: 'A webhook of your Leadwell account was disabled',
    heading: 'A webhook was disabled',
    paragraphs: [
      why === 'gone'
        ? `Your webhook “${name}” answered that it is gone (410), so we stopped sending events to it.`
        : `For ${WEBHOOK_FAILING_DAYS} days, no event reached your webhook “${name}”, so we stopped sending events to it.`,
      `Once it works again, enable it, and replay what it missed. We keep events for ${WEBHOOK_LOG_DAYS} days.`,
    ],
    button: { label: 'Open your webhooks', url: webhooks },
    unexpected: "If you don't need this webhook anymore, delete it.",
    reason: REASON,
  }),
  paymentFailed: ({ usage }: MailPages): MailContent => ({
    subject: 'Your Leadwell payment failed',
    heading: 'Your payment failed',
    paragraphs: [
      'The last payment of your Leadwell subscription failed, so your plan is on hold. You keep your lists and results.',
      'To get your plan back, open Usage and Billing and update your payment method under Manage billing.',
    ],
    button: { label: 'Update payment method', url: usage },
    unexpected: "If you've already paid, you don't need to do anything.",
    reason: REASON,
  }),
};
