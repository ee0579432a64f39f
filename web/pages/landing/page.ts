import { SIGN_UP_CREDITS, TRIAL_DAYS } from '#contract/limits.ts';
import { CARD_NOTE_PLACEHOLDER } from '#contract/page-placeholders.ts';
import type { Page } from '../page.ts';

export const landing: Page = {
  folder: 'pages/landing',
  path: '/',
  title: 'Leadwell: find, verify and export business contacts',
  description: `Find emails, phone numbers and social profiles on company websites, verify them and export clean lists. ${SIGN_UP_CREDITS.toLocaleString('en-US')} free credits, ${TRIAL_DAYS}-day trial. ${CARD_NOTE_PLACEHOLDER}`,
  access: 'public',
  visitorScript: 'landing',
  prerendered: true,
};
