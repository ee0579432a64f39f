/** JSON in the shapes of X, for tests and browser tests. `n` numbers the results from 0. */

/** A user of X in one of three generations. */
export function xUser(generation: 1 | 2 | 3, n: number): Record<string, unknown> {
  const names = {
    screen_name: `person_${n}`,
    name: `Person ${n} 🌱`,
    created_at: 'Mon Jan 05 10:00:00 +0000 2015',
  };
  const counts = { followers_count: 100 + n, friends_count: 20, statuses_count: 7 };
  const website = { entities: { url: { urls: [{ expanded_url: `https://person${n}.example.com` }] } } };
  const user = { __typename: 'User', rest_id: String(9000 + n), is_blue_verified: n % 2 === 0 };
  if (generation === 1) {
    return {
      ...user,
      legacy: { ...names, ...counts, ...website, description: `Bio ${n}`, location: 'Lyon' },
    };
  }
  if (generation === 2) {
    return {
      ...user,
      core: names,
      legacy: { ...counts, ...website, description: `Bio ${n}`, location: 'Lyon' },
    };
  }
  return {
    ...user,
    core: names,
    location: { location: 'Lyon' },
    profile_bio: { description: `Bio ${n}`, ...website },
    relationship_counts: { followers: counts.followers_count, following: 20 },
    tweet_counts: { tweets: 7 },
  };
}

/** A response of X with a list of users. */
export function xTimeline(users: readonly unknown[]): string {
  const entries = users.map((result, n) => ({
    entryId: `user-${n}`,
    content: { itemContent: { itemType: 'TimelineUser', user_results: { result } } },
  }));
  const timeline = { instructions: [{ type: 'TimelineAddEntries', entries }] };
  return JSON.stringify({ data: { user: { result: { timeline: { timeline } } } } });
}
