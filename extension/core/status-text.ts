import { plural } from '#contract/plural.ts';
import type { Batch } from './collected-store.ts';
import type { PanelSite } from './panel-site.ts';
import type { PanelState } from './panel-state.ts';

export interface Status {
  tone: 'plain' | 'good' | 'warning';
  text: string;
}

/** What the panel says about the page, one or two sentences. Never an empty result without a reason. */
export function panelStatus(state: PanelState, site: PanelSite): Status {
  const { tally, collecting, link, onSite } = state;
  if (state.lapsed && !state.limits) return plain('Collecting is off until your plan can be checked.');
  if (state.notice === 'plan' && isFull(state)) return warning(planText(state, site));
  if (state.notice === 'day') return warning(dayText(site));
  if (state.notice === 'storage') {
    return warning(
      'The browser could not store the rows. Free some disk space, then turn collecting on again.',
    );
  }
  if (link === 'none') return plain(`${site.howTo} Then click the Leadwell icon in the toolbar.`);
  if (link === 'lost')
    return plain('The tab went to another site. Click the Leadwell icon again to read it.');
  if (!onSite)
    return plain(`This page isn’t on ${site.name}. ${site.howTo} Then click the Leadwell icon again.`);
  if (!collecting) return plain('Turn on collecting to read this page.');
  if (link !== 'reading') return plain('Waiting for the page to load.');
  if (tally.seen === 0) {
    return plain(
      site.resultPages === null
        ? `This page shows no ${site.rowsName}.`
        : `No ${site.rowsName} on this page yet. ${site.howTo}`,
    );
  }
  if (tally.read === 0) {
    if (!state.onResultPage) return plain(`This isn’t a page with results. ${site.howTo}`);
    return warning(
      `${plural(tally.seen, 'card')} seen, 0 read: the page has changed. Reload the page. If this stays, look for a newer version of this extension.`,
    );
  }
  const fields = unreadFields(tally);
  if (tally.read < tally.seen) {
    return warning(
      `${tally.read} of ${plural(tally.seen, 'result')} on this page read, ${tally.seen - tally.read} couldn’t be read.${fields}`,
    );
  }
  const text = `${plural(tally.seen, 'result')} seen on this page, all read.${fields}`;
  return fields ? warning(text) : { tone: 'good', text };
}

/** " Not read: website (1 of 4)." Empty if every field was read. */
function unreadFields({ unreadFields: counts, read }: PanelState['tally']): string {
  const parts = Object.entries(counts).map(
    ([column, unread]) => `${column.replaceAll('_', ' ')} (${unread} of ${read.toLocaleString('en-US')})`,
  );
  return parts.length > 0 ? ` Not read: ${parts.join(', ')}.` : '';
}

/** A larger plan or fewer rows make room again. */
function isFull({ limits, counts }: PanelState): boolean {
  return limits === null || (limits.rows !== null && counts.total >= limits.rows);
}

function planText(state: PanelState, site: PanelSite): string {
  const { limits, lapsed } = state;
  if (!limits) return 'Activate this extension to collect rows.';
  if (limits.rows === 0) {
    return 'Your plan no longer includes this extension. Upgrade it in Leadwell, then turn collecting on again.';
  }
  if (lapsed) {
    return `Until your plan can be checked, this extension keeps ${limits.rows} ${site.rowsName} at a time.`;
  }
  return `Your plan keeps ${limits.rows} ${site.rowsName} at a time. Activate the unlimited plan, or clear the table to go on.`;
}

function dayText(site: PanelSite): string {
  return `${site.rowsPerDay?.toLocaleString('en-US')} ${site.rowsName} collected today. To protect your account on ${site.name}, you can go on tomorrow.`;
}

/** Why a request of Leadwell failed, in one or two sentences; null if it didn't. */
export function failureText(reply: { kind: string; message?: string; seconds?: number }): string | null {
  if (reply.kind === 'offline') return reply.message ?? 'Leadwell can’t be reached. Check your connection.';
  if (reply.kind === 'wait') return `Too many requests. Try again in ${waitText(reply.seconds ?? 0)}.`;
  return reply.message ?? null;
}

/** What the panel says about rows whose sending had begun when the user named another list. */
export function begunText({ list, rows }: Batch): string {
  const { length } = rows;
  return `${plural(length, 'row')} ${length === 1 ? 'was' : 'were'} already on the way to the list “${list}”, and ${length === 1 ? 'is' : 'are'} there now.`;
}

function waitText(seconds: number): string {
  return seconds < 120 ? plural(seconds, 'second') : plural(Math.ceil(seconds / 60), 'minute');
}

const plain = (text: string): Status => ({ tone: 'plain', text });
const warning = (text: string): Status => ({ tone: 'warning', text });
