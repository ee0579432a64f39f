import { Plus } from 'lucide-react';
import { MONTHLY_EXPORT_CAP_LEADS, SIGN_UP_CREDITS, TRIAL_DAYS } from '#contract/limits.ts';
import { useCardNote } from '../../lib/config.ts';
import { formatNumber } from '../../lib/format.ts';

/** `cardNote`: what the trial says about a card. */
export const faq = (cardNote: string): readonly { question: string; answer: string }[] => [
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

export function Faq() {
  const questions = faq(useCardNote());
  return (
    <section aria-labelledby="faq-title">
      <h2 id="faq-title" className="text-2xl">
        Frequently asked questions
      </h2>
      <div className="mt-4 border-y border-border">
        {questions.map(({ question, answer }) => (
          <details key={question} className="group border-b border-border last:border-b-0">
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-sm py-3 text-lg font-medium [&::-webkit-details-marker]:hidden">
              {question}
              <Plus
                aria-hidden
                className="size-4 shrink-0 text-muted-foreground transition-transform group-open:rotate-45"
              />
            </summary>
            <p className="max-w-[68ch] pb-5 text-lg text-muted-foreground">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
