import type { SocialNetwork } from '#contract/website.ts';

/** A profile on a network, parsed from its URL. */
export interface SocialProfile {
  network: SocialNetwork;
  /** canonical URL */
  url: string;
  username: string;
  /** 0 to 3: how likely the URL format is an organization's own profile */
  rank: number;
  /** of a person: LinkedIn's /in/ */
  personal?: boolean;
}

/** Reads a profile from the decoded path segments of a URL on its network. Null for other pages. */
export type ProfileReader = (segments: string[], url: URL) => Omit<SocialProfile, 'network'> | null;

export const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Percent-encodes a path segment, except for `@`, `+`, `&` and `'`. */
export function encodePart(part: string): string {
  return encodeURIComponent(part).replace(/%(40|2B|26|27)/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
