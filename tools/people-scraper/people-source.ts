import type { PeopleSearchView, PeopleSourceName } from '#contract/people-scraper.ts';

/** Which state of a source records are of. Records of two states never stand in one file. */
export interface SourceState {
  version: string;
  /** of the file, in their order */
  columns: readonly string[];
  /** made-up records */
  sample: boolean;
}

export interface PeoplePage {
  /** the cells of each record, as many as there are columns */
  records: readonly (readonly string[])[];
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
  /** At most `most` records after the place `after` (null: from the first), in the same order each time while the state is the same. */
  page(state: SourceState, after: string | null, most: number, signal: AbortSignal): Promise<PeoplePage>;
}
