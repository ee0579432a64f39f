import { describe, expect, it } from 'vitest';
import { cards, link, states } from '../test-cuts.ts';
import { xTimeline, xUser } from '../test-shapes.ts';
import { readTwitter } from './read-twitter.ts';

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
const read = (one: unknown) => readTwitter(states(xTimeline([one])));

describe.each([1, 2, 3] as const)('a user of generation %s', (generation) => {
  it('has links of the response in place of short ones', () => {
    const { rows } = read(user(generation, { bio: `We bake. ${SHORT}`, website: SHORT, known: true }));
    expect(rows[0]?.values).toMatchObject({
      bio: 'We bake. https://acme.example.com/?utm_source=x',
      website: 'https://acme.example.com/',
    });
  });

  it('has no short link as a website, and the reading says so', () => {
    const { rows, unreadFields } = read(user(generation, { bio: 'x', website: SHORT, known: false }));
    expect(rows[0]?.values.website).toBeUndefined();
    expect(unreadFields).toEqual([{ key: '9001', column: 'website' }]);
  });

  it.each([
    ['Sales: Info@Acme.example.com.', 'info@acme.example.com'],
    ['ada (at) acme.example.com', 'ada@acme.example.com'],
    ['ada [at] acme.example.com | tea', 'ada@acme.example.com'],
    ['I work @acme since 2019', undefined],
  ])('has the email of its bio: %s', (bio, email) => {
    expect(read(user(generation, { bio, website: '', known: false })).rows[0]?.values.email).toBe(email);
  });
});

describe('a user of X', () => {
  it.each(['professional', 'legacy'])('has the category in %s', (where) => {
    const made = xUser(1, 1) as User;
    const professional = { professional_type: 'Business', category: [{ id: 1, name: 'Bakery' }] };
    if (where === 'legacy') Object.assign(made.legacy ?? {}, { professional });
    else made.professional = professional;
    expect(read(made).rows[0]?.values.category).toBe('Bakery');
  });

  it('in a card has the email of the bio', () => {
    const texts = ['Ada', '@ada', 'Write to ada@acme.example.com'];
    const { rows } = readTwitter(cards({ texts, links: [link('https://x.com/ada')] }));
    expect(rows[0]?.values.email).toBe('ada@acme.example.com');
  });

  it('whose counts have moved is counted as partly read', () => {
    const made = xUser(3, 1) as User;
    made.relationship_counts = { followers_total: 12 };
    expect(read(made).unreadFields).toEqual([{ key: '9001', column: 'followers' }]);
  });
});
