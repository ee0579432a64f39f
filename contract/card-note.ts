import { TRIAL_DAYS } from './limits.ts';

/**
 * What a page that offers the trial says about a card (docs/deviations.md 5). Without characters that HTML or JSON would
 * escape: it replaces a mark in both.
 */
export function cardNote(trialRequiresCard: boolean): string {
  return trialRequiresCard
    ? `Card required, but not charged for ${TRIAL_DAYS} days.`
    : 'No card required during the trial.';
}
