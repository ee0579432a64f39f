/** Where the results of one site's pages are. Everything a cut knows about a site. */
export interface CutTable {
  /** selector of the results; an element that contains another one is left out */
  cards: string;
  /** selector of the link that each result has: what is around one outside of `cards` is a result too */
  around?: string;
  /** selector of something that every result has, independent of `cards` */
  hint: string;
  /** selector of elements with JSON */
  states?: string;
  /** parts of a card: name, selector, and the attribute to take besides the text */
  marks: readonly (readonly [name: string, selector: string, attribute?: string])[];
  /** selector of parts whose texts aren't taken */
  skip: string;
  /** selector of the list that can be scrolled; Google Maps only */
  scroll?: string;
}
