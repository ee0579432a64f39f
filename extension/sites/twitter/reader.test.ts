import { describe, expect, it } from 'vitest';
import { cards, link, states } from '../../core/test-cuts.ts';
import { read } from './reader.ts';
import { xTimeline, xUser } from './test-shapes.ts';

type User = Record<string, Record<string, unknown>>;
const SHORT = 'https://t.co/abc123';
const urls = [{ url: SHORT, expanded_url: 'https://acme.example.com/?utm_source=x' }];

/** A user with these details in the place of a generation. */
function user(generation: 1 | 2 | 3, details: { bio: string; website: string; known: boolean }) {
  const made = xUser(generation, 1) as User;
  const description = { urls: details.known ? urls : [] };
  if (generation === 3) {
    made.profile_bio = { description: details.bio, entities: { description } };
    made.website = { url: details.website };
  } else {
    Object.assign(made.legacy ?? {}, {
      description: details.bio,
      url: details.website,
      entities: { description },
    });
  }
  return made;
}
const readOne = (found: unknown) => read(states(xTimeline([found])));

describe.each([1, 2, 3] as const)('a user of generation %s', (generation) => {
  it('has links of the response in place of short ones', () => {
    const { rows } = readOne(user(generation, { bio: `We bake. ${SHORT}`, website: SHORT, known: true }));
    expect(rows[0]?.values).toMatchObject({
      bio: 'We bake. https://acme.example.com/?utm_source=x',
      website: 'https://acme.example.com/',
    });
  });

  it('has no short link as a website, and the reading says so', () => {
    const { rows, unreadFields } = readOne(user(generation, { bio: 'x', website: SHORT, known: false }));
    expect(rows[0]?.values.website).toBeUndefined();
    expect(unreadFields).toEqual([{ key: '9001', column: 'website' }]);
  });

  it.each([
    ['Sales: Info@Acme.example.com.', 'info@acme.example.com'],
    ['ada (at) acme.example.com', 'ada@acme.example.com'],
    ['ada [at] acme.example.com | tea', 'ada@acme.example.com'],
    ['I work @acme since 2019', undefined],
  ])('has the email of its bio: %s', (bio, email) => {
    expect(readOne(user(generation, { bio, website: '', known: false })).rows[0]?.values.email).toBe(email);
  });
});

describe('a user of X', () => {
  it.each(['professional', 'legacy'])('has the category in %s', (where) => {
    const made = xUser(1, 1) as User;
    const professional = { professional_type: 'Business', category: [{ id: 1, name: 'Bakery' }] };
    if (where === 'legacy') Object.assign(made.legacy ?? {}, { professional });
    else made.professional = professional;
    expect(readOne(made).rows[0]?.values.category).toBe('Bakery');
  });

  it('in a card has the email of the bio', () => {
    const texts = ['Ada', '@ada', 'Write to ada@acme.example.com'];
    const { rows } = read(cards({ texts, links: [link('https://x.com/ada')] }));
    expect(rows[0]?.values.email).toBe('ada@acme.example.com');
  });

  it('in a card without a handle is counted as partly read', () => {
    const card = { texts: ['Ada', 'Writes about wells'], links: [link('https://x.com/ada')] };
    expect(read(cards(card)).unreadFields).toEqual([{ key: '@ada', column: 'bio' }]);
    expect(read(cards({ ...card, texts: ['Ada'] })).unreadFields).toBeUndefined();
  });

  it('whose counts have moved is counted as partly read', () => {
    const made = xUser(3, 1) as User;
    made.relationship_counts = { followers_total: 12 };
    expect(readOne(made).unreadFields).toEqual([{ key: '9001', column: 'followers' }]);
  });
});

describe('X', () => {
  it.each([1, 2, 3] as const)('reads generation %s', (generation) => {
    const { rows } = read(states(xTimeline([xUser(generation, 4), xUser(generation, 4)])));
    expect(rows).toEqual([
      {
        key: '9004',
        aliases: ['9004', '@person_4'],
        values: {
          name: 'Person 4 🌱',
          handle: 'person_4',
          bio: 'Bio 4',
          followers: '104',
          following: '20',
          posts: '7',
          location: 'Lyon',
          website: 'https://person4.example.com/',
          verified: 'yes',
          created_at: 'Mon Jan 05 10:00:00 +0000 2015',
          user_id: '9004',
          profile_url: 'https://x.com/person_4',
        },
      },
    ]);
  });

  it('reports users whose names have moved, and reads cards by handle', () => {
    const moved = { __typename: 'User', rest_id: '1', identity: { screen_name: 'a' } };
    expect(read(states(xTimeline([moved, moved])))).toEqual({ rows: [], candidates: 2, unread: 2 });
    const card = { texts: ['Ada', 'L', '@Ada_L', 'Writes', '#code'], links: [link('https://x.com/Ada_L')] };
    const { rows } = read(cards(card, { texts: ['?'] }));
    expect(rows[0]).toMatchObject({
      key: '@ada_l',
      values: { name: 'Ada L', handle: 'Ada_L', bio: 'Writes #code' },
    });
    expect(rows).toHaveLength(1);
  });
});

it('has no tracker or redirect as the website of a user', () => {
  const user = xUser(1, 1) as { legacy: Record<string, unknown> };
  user.legacy.entities = { url: { urls: [{ expanded_url: 'https://ppc.clutch.co/redirect?x=1' }] } };
  expect(read(states(xTimeline([user]))).rows[0]?.values.website).toBeUndefined();
});
