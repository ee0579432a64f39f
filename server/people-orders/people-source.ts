import type { PeopleSearchView, PeopleSourceName } from '#contract/people-orders.ts';

/** The version of a source's data. A file never mixes records of two versions. */
export interface SourceState {
  version: string;
  /** columns of the file, in order */
  columns: readonly string[];
  /** whether the records are sample data */
  sample: boolean;
}

/** Which page to read. */
export interface PagePlace {
  state: SourceState;
  /** `next` of the previous page; null for the first */
  after: string | null;
  /** maximum number of records */
  most: number;
  /** keys of the stored records, which a source with overlapping pages skips */
  seen: ReadonlySet<string>;
}

export interface PeoplePage {
  /** the cells of each record, one per column */
  records: readonly (readonly string[])[];
  /** keys of the records, if pages of the source may overlap */
  keys: readonly string[];
  /** start of the next page */
  next: string;
  /** false: this is the last page */
  more: boolean;
}

/** One people search at a source of records. Every method throws if the source is unavailable. */
export interface PeopleSource extends Pick<PeopleSearchView, 'understood' | 'unmapped'> {
  readonly name: PeopleSourceName;
  state(signal?: AbortSignal): Promise<SourceState>;
  /** number of matching records */
  count(signal?: AbortSignal): Promise<number>;
  /** One page. The order stays the same while the state stays the same. */
  page(place: PagePlace, signal: AbortSignal): Promise<PeoplePage>;
}
