/** A job from start to finish, written down. With a playlist, its video is in the player too. */
export interface Tutorial {
  title: string;
  blurb: string;
  steps: readonly string[];
  /** the end of its guide's address (visitor-facts.ts) */
  guide: string;
}
