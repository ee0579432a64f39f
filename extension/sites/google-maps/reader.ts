import type { PageCut } from '../../core/page-cut.ts';
import { collectRows, type Reading, type Seen } from '../../core/reading.ts';
import { mapsCard } from './maps-card.ts';
import { mapsPlaces } from './maps-json.ts';
import type { googleMaps } from './site.ts';

export type MapsColumn = (typeof googleMaps.columns)[number];

/** Reads business listings of Google Maps: responses of its searches, cards of the list, and the open place. */
export function read(cut: PageCut): Reading<MapsColumn> {
  return collectRows(seenIn(cut));
}

function* seenIn(cut: PageCut): Generator<Seen<MapsColumn>> {
  for (const text of cut.states) yield* mapsPlaces(text);
  for (const card of cut.cards) yield mapsCard(card, cut.url);
}
