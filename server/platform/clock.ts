/** Returns the current time in ms since the epoch. `Date` implements it; tests use a fake clock. */
export interface Clock {
  now(): number;
}
