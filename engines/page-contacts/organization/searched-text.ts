const START_CHARS = 8000;
const END_CHARS = 8000;

/** The parts of a page's text that are searched for its organization, with spaces instead of marks of elements. */
export class SearchedText {
  readonly text: string;
  /** what is left out between the two parts */
  readonly #gap: number;

  /**
   * An imprint is short, and other pages have these details in their header or footer, so of a long text only the
   * start and the end are taken.
   */
  constructor(pageText: string) {
    const isLong = pageText.length > START_CHARS + END_CHARS;
    this.#gap = isLong ? pageText.length - START_CHARS - END_CHARS - 1 : 0;
    const taken = isLong ? `${pageText.slice(0, START_CHARS)}\n${pageText.slice(-END_CHARS)}` : pageText;
    this.text = taken.replaceAll('\ue000', '\t');
  }

  /** The offset in the page's text of an offset in this one. */
  indexInPage(index: number): number {
    return index <= START_CHARS ? index : index + this.#gap;
  }
}
