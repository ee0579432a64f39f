import type { CutCard, PageCut } from '../../core/page-cut.ts';
import {
  asRecord,
  collectRows,
  firstText,
  makeRow,
  oneLine,
  parsedJson,
  type Reading,
  type Seen,
  segment,
  valueAt,
  walk,
  websiteAmong,
  webUrl,
} from '../../core/reading.ts';
import type { twitter } from './site.ts';

type Column = (typeof twitter.columns)[number];
/** A short link whose target isn't in the response is no website. */
const NOT_WEBSITES = /(?:^|\.)(?:t\.co|x\.com|twitter\.com)$/;
const HANDLE = /^@?(\w{1,15})$/;
/** Names of X's own pages in the place of a handle. */
const OWN_PAGES = /^(?:i|home|search|explore|settings|messages|notifications|compose|intent)$/i;

/** Reads users of X, from responses of its lists and from the cards of a list of users. */
export function read(cut: PageCut): Reading<Column> {
  return collectRows(seenIn(cut));
}

function* seenIn(cut: PageCut): Generator<Seen<Column>> {
  for (const text of cut.states) yield* users(text);
  for (const card of cut.cards) yield userCard(card);
}

function users(text: string): Seen<Column>[] {
  const value = parsedJson(text);
  if (value === undefined) return [null];
  const seen: Seen<Column>[] = [];
  walk(value, (node) => {
    const user = asRecord(node);
    if (user.__typename !== 'User' || typeof user.rest_id !== 'string') return false;
    seen.push(readUser(user));
    return true;
  });
  return seen;
}

/**
 * Three generations: all fields in `legacy`; names in `core` and counts in `legacy`; every group of fields in
 * an object of its own.
 */
function readUser(user: Readonly<Record<string, unknown>>): Seen<Column> {
  const legacy = asRecord(user.legacy);
  const handle = firstText(valueAt(user, 'core', 'screen_name'), legacy.screen_name);
  if (!HANDLE.test(handle)) return null;
  const expand = expander(user);
  const bio = expand(firstText(valueAt(user, 'profile_bio', 'description'), legacy.description));
  const link = firstText(
    valueAt(legacy, 'entities', 'url', 'urls', 0, 'expanded_url'),
    valueAt(user, 'profile_bio', 'entities', 'url', 'urls', 0, 'expanded_url'),
    expand(firstText(valueAt(user, 'website', 'url'), legacy.url)),
  );
  return makeRow(
    [user.rest_id, `@${handle.toLowerCase()}`],
    'name',
    {
      name: firstText(valueAt(user, 'core', 'name'), legacy.name, handle),
      handle,
      bio,
      category: firstText(
        valueAt(user, 'professional', 'category', 0, 'name'),
        valueAt(legacy, 'professional', 'category', 0, 'name'),
      ),
      email: emailIn(bio),
      followers: firstText(legacy.followers_count, valueAt(user, 'relationship_counts', 'followers')),
      following: firstText(legacy.friends_count, valueAt(user, 'relationship_counts', 'following')),
      posts: firstText(legacy.statuses_count, valueAt(user, 'tweet_counts', 'tweets')),
      location: firstText(valueAt(user, 'location', 'location'), legacy.location),
      website: websiteAmong([link], NOT_WEBSITES),
      verified: isVerified(user, legacy),
      created_at: firstText(valueAt(user, 'core', 'created_at'), legacy.created_at),
      user_id: user.rest_id,
      profile_url: `https://x.com/${handle}`,
    },
    { website: link, followers: countShown(user) },
  );
}

/** A count that the user has in a form that isn't known. */
function countShown(user: Readonly<Record<string, unknown>>): string {
  const counts = Object.keys({ ...asRecord(user.relationship_counts), ...asRecord(user.legacy) });
  return counts.find((name) => /follower/.test(name)) ?? '';
}

/** Replaces X's short links in a text by the links that the response gives for them. */
function expander(user: Readonly<Record<string, unknown>>): (text: string) => string {
  const links = new Map<string, string>();
  walk(user, (node) => {
    const { url, expanded_url: expanded } = asRecord(node);
    if (typeof url === 'string' && typeof expanded === 'string') links.set(url, expanded);
    return false;
  });
  return (text) => text.replace(/https?:\/\/t\.co\/\w+/g, (short) => links.get(short) ?? short);
}

const EMAIL = /[\w.+-]{1,64}(?:@|\s?[([]\s?at\s?[)\]]\s?)(?:[a-z\d-]{1,63}\.){1,4}[a-z]{2,24}\b/i;

/** The email address in a bio, also one written as "ada (at) example.com". */
function emailIn(bio: string): string {
  return (EMAIL.exec(bio)?.[0] ?? '').replace(/\s?[([]\s?at\s?[)\]]\s?/i, '@').toLowerCase();
}

function isVerified(
  user: Readonly<Record<string, unknown>>,
  legacy: Readonly<Record<string, unknown>>,
): string {
  const said = [user.is_blue_verified, legacy.verified, valueAt(user, 'verification', 'verified')];
  if (said.includes(true)) return 'yes';
  return said.includes(false) ? 'no' : '';
}

/** A card shows only the name, the handle and the bio. */
function userCard(card: CutCard): Seen<Column> {
  const index = card.texts.findIndex((text) => text.startsWith('@') && HANDLE.test(text));
  const linked = card.links
    .map((link) => webUrl(link.href))
    .map((url) => (url ? segment(url, 0) : ''))
    .find((name) => HANDLE.test(name) && !OWN_PAGES.test(name));
  const handle = index >= 0 ? oneLine(card.texts[index]).slice(1) : linked;
  if (!handle) return null;
  const bio = index >= 0 ? card.texts.slice(index + 1).join(' ') : '';
  const values = {
    name: card.texts.slice(0, Math.max(index, 1)).join(' ') || handle,
    handle,
    bio,
    category: '',
    email: emailIn(bio),
    followers: '',
    following: '',
    posts: '',
    location: '',
    website: '',
    verified: '',
    created_at: '',
    user_id: '',
    profile_url: `https://x.com/${handle}`,
  };
  // Without the handle as a text, nothing tells where the bio begins.
  return makeRow([`@${handle.toLowerCase()}`], 'name', values, { bio: index < 0 ? card.texts[1] : '' });
}
