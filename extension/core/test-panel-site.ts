import { type CollectLimits, FREE_COLLECT_LIMITS } from '#contract/collect-sites.ts';
import type { AccountReply } from './leadwell-client.ts';
import type { CutMessage } from './messages.ts';
import type { PageCut } from './page-cut.ts';
import type { PanelSite } from './panel-site.ts';
import { collectRows, makeRow } from './reading.ts';

/** A site whose cards have only a name. One called "bad" can't be read. */
export const SITE: PanelSite = {
  id: 'clutch',
  name: 'Clutch',
  extension: { name: 'Leadwell for Clutch', description: '' },
  rowsName: 'companies',
  plan: 'unlimited',
  hosts: /^clutch\.co$/,
  resultPages: /list/,
  howTo: 'Open a list.',
  read: (cut: PageCut) =>
    collectRows(
      cut.cards.map(({ texts: [name] }) => makeRow([name], 'name', { name: name === 'bad' ? '' : name })),
    ),
  columns: ['name'],
  basicColumns: ['name'],
  free: FREE_COLLECT_LIMITS,
  rowsPerDay: null,
  reads: '',
  agreement: null,
};

export const UNLIMITED: CollectLimits = { rows: null, csv: true, fields: 'all' };
export const ACCOUNT: AccountReply = {
  plan: 'unlimited',
  limits: UNLIMITED,
  latestVersion: '1.0.0',
  leastVersion: '1.0.0',
};

/** What a page with these names sends to the panel. */
export function cutMessage(names: readonly string[]): CutMessage {
  const cards = names.map((name, id) => ({ id, texts: [name], links: [], marks: [] }));
  return { kind: 'cut', url: 'https://clutch.co/list', cards, states: [], hints: 0 };
}
