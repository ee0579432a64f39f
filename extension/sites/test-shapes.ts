/** JSON in the shapes of the sites, for tests and browser tests. `n` numbers the results from 0. */

export function placeId(n: number): string {
  return `ChIJfake${String(n).padStart(19, '0')}`;
}

export function featureId(n: number): string {
  return `0x47a8${n.toString(16).padStart(6, '0')}:0x${(n + 0xabc).toString(16)}`;
}

/** One place of Google Maps: a list of 205 entries, mostly null. */
export function mapsPlace(n: number): unknown[] {
  const place: unknown[] = Array.from({ length: 205 }, () => null);
  place[2] = [`${n} Main Street`, 'Springfield'];
  place[4] = [null, null, null, null, null, null, null, 4.6, 1200 + n];
  place[7] = [
    `/url?q=https://business${n}.example.com/%3Futm_source%3Dmaps&sa=U`,
    `business${n}.example.com`,
  ];
  place[9] = [null, null, 48.1 + n / 1000, 11.5];
  place[10] = featureId(n);
  place[11] = `Business ${n}`;
  place[13] = ['Coffee shop', 'Bakery'];
  place[18] = `Business ${n}, ${n} Main Street, Springfield`;
  place[78] = placeId(n);
  place[178] = [[`+1 555-010-${String(n).padStart(4, '0')}`]];
  return place;
}

/** A search of Google Maps, as text. */
export function mapsSearch(generation: 'older' | 'newer' | 'single', numbers: readonly number[]): string {
  const places = numbers.map(mapsPlace);
  if (generation === 'older') {
    const list = [null, ...places.map((place) => [...Array.from({ length: 14 }, () => null), place])];
    return `)]}'\n${JSON.stringify([['cafes', list]])}`;
  }
  if (generation === 'single') {
    return `)]}'\n${JSON.stringify([...Array.from({ length: 6 }, () => null), places[0]])}`;
  }
  const list: unknown[] = Array.from({ length: 65 }, () => null);
  list[64] = places.map((place) => [null, place]);
  return `${JSON.stringify({ c: 0, d: `)]}'\n${JSON.stringify(list)}`, e: 'x' })}/*""*/`;
}

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

/** The properties of a company of Crunchbase. */
export function crunchbaseProperties(n: number): Record<string, unknown> {
  return {
    identifier: { entity_def_id: 'organization', permalink: `company-${n}`, value: `Company ${n}` },
    short_description: `Makes "thing ${n}" & more`,
    location_identifiers: [
      { value: 'Lyon', location_type: 'city' },
      { value: 'France', location_type: 'country' },
    ],
    num_employees_enum: 'c_00051_00100',
    website: { value: `https://company${n}.example.com` },
    funding_total: { value: 1, currency: 'EUR', value_usd: 1_200_000 },
    founded_on: { value: '2015-03-01', precision: 'day' },
    linkedin: { value: `https://www.linkedin.com/company/company-${n}` },
  };
}

/** The state in a company's page of Crunchbase. */
export function crunchbaseState(generation: 'older' | 'newer', n: number): string {
  const { identifier, short_description, ...about } = crunchbaseProperties(n);
  const data = {
    properties: { identifier, short_description },
    cards: {
      company_about_fields: about,
      contact_fields: { contact_email: `info@company${n}.example.com`, phone_number: '+33 1 23 45 67 89' },
    },
  };
  const key = `GET/v4/data/entities/organizations/company-${n}?field_ids=%5B%5D`;
  if (generation === 'newer') return JSON.stringify({ HttpState: { [key]: { data, status: 200 } } });
  const escapes: Record<string, string> = { '"': '&q;', "'": '&s;', '<': '&l;', '>': '&g;', '&': '&a;' };
  return JSON.stringify({ HttpState: { [key]: { data } } }).replace(/["'<>&]/g, (one) => escapes[one] ?? one);
}

/** A search of Crunchbase. */
export function crunchbaseSearch(numbers: readonly number[]): string {
  const entities = numbers.map((n) => ({ uuid: String(n), properties: crunchbaseProperties(n) }));
  return JSON.stringify({
    HttpState: { 'POST/v4/data/searches/organization.companies': { data: { count: 99, entities } } },
  });
}

/** A lead of Sales Navigator, in `elements` or, with its type, in `included`. */
export function salesLead(list: 'elements' | 'included', n: number): string {
  const lead = {
    entityUrn: `urn:li:fs_salesProfile:(ACwAAfake${n},NAME_SEARCH,abcd)`,
    firstName: 'Ada',
    lastName: `Lovelace ${n}`,
    fullName: `Ada Lovelace ${n}`,
    degree: 2,
    geoRegion: 'Lyon, France',
    currentPositions: [{ title: 'Head of Sales', companyName: `Company ${n}` }],
  };
  const type = 'com.linkedin.sales.deco.desktop.searchv2.DecoratedPeopleSearchHit';
  return JSON.stringify(
    list === 'elements' ? { elements: [lead] } : { data: {}, included: [{ $type: type, ...lead }] },
  );
}
