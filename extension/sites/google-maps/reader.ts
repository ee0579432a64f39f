import type { CollectColumn } from '#contract/collect-sites.ts';
import type { PageCut } from '../page-cut.ts';
import { type Reading, readingOf, type Seen } from '../reading.ts';
import { mapsCard } from './maps-card.ts';
import { mapsPlaces } from './maps-json.ts';

export type MapsColumn = CollectColumn<'google-maps'>;

/** Reads business listings of Google Maps: responses of its searches, cards of the list, and the open place. */
export function readGoogleMaps(cut: PageCut): Reading<MapsColumn> {
  return readingOf(seenIn(cut));
}

function* seenIn(cut: PageCut): Generator<Seen<MapsColumn>> {
  for (const text of cut.states) yield* mapsPlaces(text);
  for (const card of cut.cards) yield mapsCard(card, cut.url);
}
