import type { PeopleSearchView, PeopleSourceName } from '#contract/people-scraper.ts';

/** Which state of a source records are of. Records of two states never stand in one file. */
export interface SourceState {
  version: string;
  /** of the file, in their order */
  columns: readonly string[];
  /** made-up records */
  sample: boolean;
}

/** Which page is asked for. */
export interface PagePlace {
  state: SourceState;
  /** `next` of the page before; null for the first */
  after: string | null;
  /** records at most */
  most: number;
  /** keys of the records there are already: a source whose pages overlap leaves them out */
  seen: ReadonlySet<string>;
}

export interface PeoplePage {
  /** the cells of each record, as many as there are columns */
  records: readonly (readonly string[])[];
  /** of the records, where pages of the source may overlap */
  keys: readonly string[];
  /** where the next page begins */
  next: string;
  /** false: this was the last one */
  more: boolean;
}

/** One people search at whoever has the records. Every method throws where they cannot be had now. */
export interface PeopleSource extends Pick<PeopleSearchView, 'understood' | 'unmapped'> {
  readonly name: PeopleSourceName;
  state(signal?: AbortSignal): Promise<SourceState>;
  /** how many records there are */
  count(signal?: AbortSignal): Promise<number>;
  /** The page at a place, in the same order each time while the state is the same. */
  page(place: PagePlace, signal: AbortSignal): Promise<PeoplePage>;
}
