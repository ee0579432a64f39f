import { SIGN_UP_CREDITS, UNLIMITED_PRICE } from '#contract/limits.ts';
import { CARD_NOTE_PLACEHOLDER } from '#contract/page-placeholders.ts';
import type { Page } from '../page.ts';

export const pricing: Page = {
  folder: 'pages/pricing',
  path: '/pricing',
  title: 'Pricing',
  description: `One plan with unlimited credits and every tool for ${UNLIMITED_PRICE} a month. Start with ${SIGN_UP_CREDITS.toLocaleString('en-US')} free credits. ${CARD_NOTE_PLACEHOLDER}`,
  access: 'public',
  visitorScript: 'pricing',
  prerendered: true,
  icon: 'CreditCard',
  nav: { group: 'Account', order: 250 },
  words: 'plans upgrade',
  screens: [{ name: 'pricing' }, { name: 'dashboard-pricing', signedIn: true }],
};
