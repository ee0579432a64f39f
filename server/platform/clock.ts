/** The present in ms since the epoch; `Date` is one. Tests turn their own. */
export interface Clock {
  now(): number;
}
