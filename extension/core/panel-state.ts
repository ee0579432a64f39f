import type { CollectLimits } from '#contract/collect-sites.ts';
import type { KeptRow, RowCounts } from './collected-store.ts';
import type { Device } from './device.ts';
import type { SavedList } from './leadwell-client.ts';
import { EMPTY_TALLY, type Tally } from './page-tally.ts';
import type { LinkState } from './tab-link.ts';

/** Why collecting stopped: the plan's rows, the day's rows, or the browser's storage. */
export type Notice = 'plan' | 'day' | 'storage';

export interface PanelState {
  loaded: boolean;
  /** the user has read what the extension does */
  accepted: boolean;
  collecting: boolean;
  link: LinkState;
  onSite: boolean;
  /** the page is one where results are expected */
  onResultPage: boolean;
  tally: Tally;
  scroll: 'off' | 'moving' | 'hidden' | 'end';
  notice: Notice | null;
  rows: KeptRow[];
  counts: RowCounts;
  /** why Leadwell refused rows */
  refusals: string[];
  /** null if the extension needs an account */
  limits: CollectLimits | null;
  /** rows added today */
  dayRows: number;
  device: Device | null;
  /** the plan couldn't be checked for so long that its limits don't hold anymore */
  lapsed: boolean;
  /** Leadwell takes no rows of this version any more */
  tooOld: boolean;
  checking: boolean;
  hasServer: boolean;
  disconnecting: boolean;
  activating: boolean;
  activationError: string | null;
  /** name of the list in Leadwell */
  list: string;
  sending: boolean;
  /** the list that has the rows sent last, and the name that it was asked to have; null if nothing was sent */
  sentTo: (SavedList & { asked: string }) | null;
  sendNotice: string | null;
  /** the pause before sending again; null if nothing is to be sent */
  retrySeconds: number | null;
}

export const EMPTY_STATE: PanelState = {
  loaded: false,
  accepted: false,
  collecting: false,
  link: 'none',
  onSite: false,
  onResultPage: false,
  tally: EMPTY_TALLY,
  scroll: 'off',
  notice: null,
  rows: [],
  counts: { total: 0, waiting: 0, sent: 0, refused: 0, optedOut: 0 },
  refusals: [],
  limits: null,
  dayRows: 0,
  device: null,
  lapsed: false,
  tooOld: false,
  checking: false,
  hasServer: false,
  disconnecting: false,
  activating: false,
  activationError: null,
  list: '',
  sending: false,
  sentTo: null,
  sendNotice: null,
  retrySeconds: null,
};
