import type { UserState, UserStateFilter } from '#contract/admin.ts';

/** What the admin page calls the states of an account. */
export const STATE_LABELS: Readonly<Record<UserStateFilter, string>> = {
  trial: 'On trial',
  paid: 'Paid',
  'payment-due': 'Payment due',
  ended: 'Trial ended',
  free: 'Free',
  disabled: 'Disabled',
  unconfirmed: 'Email not confirmed',
};

export const STATE_TONES: Readonly<Record<UserState, 'success' | 'warning' | 'danger' | 'neutral'>> = {
  trial: 'neutral',
  paid: 'success',
  'payment-due': 'warning',
  ended: 'warning',
  free: 'neutral',
  disabled: 'danger',
};
