import { describe, expect, it } from 'vitest';
import type { FoundPerson } from './found-person.ts';
import { firstPeople, sitePeople } from './site-people.ts';

const person = (name: string, more: Partial<FoundPerson> = {}): FoundPerson => ({
  name,
  title: null,
  email: null,
  phone: null,
  profile: null,
  source: 'text',
  ...more,
});
const page = (path: string, ...people: FoundPerson[]) => ({ url: `https://acme.com${path}`, people });

describe('the people of a site', () => {
  it('are each there once, with what its pages say of them and the first page that shows them', () => {
    const profile = 'https://www.linkedin.com/in/zoe-miller';
    expect(
      sitePeople(
        [
          page(
            '/',
            person('Zoë Miller', { email: 'zoe@acme.com' }),
            person('Tom Reed', { phone: '+12125550111' }),
          ),
          page('/team', person('Dr. Zoe Miller', { title: 'CEO', email: 'other@acme.com', profile })),
        ],
        25,
      ),
    ).toEqual([
      {
        name: 'Zoë Miller',
        title: 'CEO',
        email: 'zoe@acme.com',
        phone: null,
        profile,
        page: 'https://acme.com/',
      },
      {
        name: 'Tom Reed',
        title: null,
        email: null,
        phone: '+12125550111',
        profile: null,
        page: 'https://acme.com/',
      },
    ]);
  });

  it('share no mailbox or number, also if no page shows both', () => {
    const email = 'miller@acme.com';
    const pages = [
      page('/', person('Jane Miller', { email, phone: '+12125550111' })),
      page('/team', person('Tom Miller', { email })),
    ];
    expect(sitePeople(pages, 25)).toMatchObject([
      { name: 'Jane Miller', email: null, phone: '+12125550111' },
    ]);
  });

  it('are at most so many, those with an email before others, in their order', () => {
    const people = [
      person('Ann Bell', { phone: '+12125550111' }),
      person('Ben Cole', { email: 'ben@acme.com' }),
      person('Cal Dunn', { phone: '+12125550112' }),
      person('Dee Ford', { email: 'dee@acme.com' }),
    ];
    expect(sitePeople([page('/', ...people)], 3).map(({ name }) => name)).toEqual([
      'Ann Bell',
      'Ben Cole',
      'Dee Ford',
    ]);
    expect(firstPeople(people, 1)).toEqual([people[1]]);
  });
});
