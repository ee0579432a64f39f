import type { AccountView } from '#contract/account.ts';
import type { LeadQuote } from '#contract/leads.ts';
import { MONTHLY_EXPORT_CAP_LEADS } from '#contract/limits.ts';
import { plural } from '#contract/plural.ts';
import { accountCredits } from '../../../kit/large-spend.ts';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { parseWholeNumber } from '../../../lib/whole-number.ts';

/** More than any database has. */
const HIGHEST = 999_999_999;

/** Which of the matching leads to export, and which columns. Without options, all of both. */
export interface ExportOptions {
  leads?: string[];
  first?: number;
  affordable?: boolean;
  withEmail?: boolean;
  columns?: string[];
}

/** Which leads to export, as chosen in the export options. */
export interface ExportChoice {
  leads: 'all' | 'selected' | 'first' | 'affordable';
  /** the number for `first`, as typed */
  first: string;
  withEmail: boolean;
  shownColumns: boolean;
}

export const NO_CHOICE: ExportChoice = { leads: 'all', first: '100', withEmail: false, shownColumns: false };

export interface ExportScope {
  /** the leads that match the filters */
  count: number;
  selected: readonly string[];
  /** the columns that the table shows */
  columns: readonly string[];
  account: AccountView | undefined;
}

/** A typed number of leads, such as "1,000"; null if it isn't a whole number above 0. */
export function readFirst(typed: string): number | null {
  const number = parseWholeNumber(typed);
  return number !== null && number > 0 && number <= HIGHEST ? number : null;
}

/** The most leads that the choice exports; null if the choice isn't complete. */
export function mostLeads(choice: ExportChoice, { count, selected, account }: ExportScope): number | null {
  switch (choice.leads) {
    case 'all':
      return count;
    case 'selected':
      return selected.length > 0 ? selected.length : null;
    case 'first': {
      const first = readFirst(choice.first);
      return first === null ? null : Math.min(first, count);
    }
    case 'affordable':
      return Math.min(count, accountCredits(account) ?? count);
  }
}

/** How many leads the monthly cap of the unlimited plan still allows; null without a cap. */
function capLeft(account: AccountView): number | null {
  if (accountCredits(account) !== null) return null;
  return Math.max(0, MONTHLY_EXPORT_CAP_LEADS - account.monthlyExports);
}

/** What to do about an export that exceeds the monthly cap; null if it doesn't. `cost`: its leads that aren't free. */
export function capWarning(account: AccountView, cost: number): string | null {
  const left = capLeft(account);
  if (left === null || cost <= left) return null;
  const cap = formatNumber(MONTHLY_EXPORT_CAP_LEADS);
  const reset = formatDay(account.monthlyExportsResetAt);
  return left === 0
    ? `You’ve exported all ${cap} leads that your plan includes this month. You can export more starting ${reset}.`
    : `This export has ${plural(cost, 'lead')}, and ${formatNumber(left)} of your plan’s ${cap} a month ${left === 1 ? 'is' : 'are'} left until ${reset}. Narrow your filters, or choose “The first” in the export options.`;
}

/** "12 of 40 are free: you got them before. "; empty if none is. */
export function repeatsText(quote: Pick<LeadQuote, 'leads' | 'repeats'> | undefined): string {
  if (!quote?.repeats) return '';
  const { leads, repeats } = quote;
  return `${formatNumber(repeats)} of ${formatNumber(leads)} ${repeats === 1 ? 'is' : 'are'} free: you got ${repeats === 1 ? 'it' : 'them'} before. `;
}

/** Why a choice has no leads; null if it has some, or if that isn't known. `credits`: null if they are unlimited. */
export function noLeadsText(
  { leads, withEmail }: ExportChoice,
  quote: Pick<LeadQuote, 'leads'> | undefined,
  credits: number | null,
): string | null {
  if (quote?.leads !== 0) return null;
  if (leads === 'affordable' && credits === 0)
    return `You have no credits left, and got none of these leads${withEmail ? ' with an email' : ''} before.`;
  return withEmail ? 'None of these leads has an email.' : 'There are no such leads any more.';
}

/** The choice as options of the export. */
export function exportOptions(choice: ExportChoice, { selected, columns }: ExportScope): ExportOptions {
  return {
    ...(choice.leads === 'selected' && { leads: [...selected] }),
    ...(choice.leads === 'first' && { first: readFirst(choice.first) ?? 1 }),
    ...(choice.leads === 'affordable' && { affordable: true }),
    ...(choice.withEmail && { withEmail: true }),
    ...(choice.shownColumns && { columns: [...columns] }),
  };
}
