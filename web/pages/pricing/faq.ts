import { MONTHLY_EXPORT_CAP_LEADS, SIGN_UP_CREDITS, TRIAL_DAYS } from '#contract/limits.ts';
import type { Question } from '../../kit/questions.tsx';
import { formatNumber } from '../../lib/format.ts';

/** Returns the questions of the pricing page. `cardNote`: what the trial says about a card. */
export const faq = (cardNote: string): readonly Question[] => [
  {
    question: 'What does one credit cover?',
    answer:
      "One URL or one operation, such as reading a website, checking an email or finding a domain. Sites we can't reach and duplicate lines are free.",
  },
  { question: 'Do credits expire?', answer: 'No. Credits never expire.' },
  {
    question: 'How does the trial work?',
    answer: `New accounts get ${formatNumber(SIGN_UP_CREDITS)} credits and ${TRIAL_DAYS} days to try every tool. ${cardNote}`,
  },
  {
    question: 'How can I pay?',
    answer: 'We accept all major cards and PayPal.',
  },
  {
    question: 'Is unlimited really unlimited?',
    answer: `The unlimited plan has unlimited credits. Exports from the lead databases are limited to ${formatNumber(MONTHLY_EXPORT_CAP_LEADS)} leads a month.`,
  },
];
