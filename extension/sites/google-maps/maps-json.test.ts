import { describe, expect, it } from 'vitest';
import { cards, link, mark, states } from '../../core/test-cuts.ts';
import { read } from './reader.ts';
import { featureId, mapsPlace } from './test-shapes.ts';

/** A list with these entries at these places, else null. */
function sparse(entries: Record<number, unknown>): unknown[] {
  const length = Math.max(...Object.keys(entries).map(Number)) + 1;
  return Array.from({ length }, (_, index) => entries[index] ?? null);
}

function readPlace(entries: Record<number, unknown>) {
  const place = mapsPlace(1);
  for (const [index, value] of Object.entries(entries)) place[Number(index)] = value;
  const { rows, unreadFields } = read(states(JSON.stringify([place])));
  return { values: rows[0]?.values ?? {}, unreadFields };
}

describe('the details of a place in a response', () => {
  it('are its address in parts, time zone, price and plus code', () => {
    const { values } = readPlace({
      4: sparse({ 2: '€10–20', 7: 4.6, 8: 12 }),
      30: 'Europe/Berlin',
      183: [
        null,
        ['Mitte', '1 Main Street', null, 'Berlin', '10115', 'Berlin', 'DE'],
        [null, null, ['9F4MGC2M+H4 Berlin']],
      ],
    });
    expect(values).toMatchObject({
      street: '1 Main Street',
      city: 'Berlin',
      postal_code: '10115',
      state: 'Berlin',
      country_code: 'DE',
      time_zone: 'Europe/Berlin',
      price: '€10–20',
      plus_code: '9F4MGC2M+H4 Berlin',
    });
  });

  it.each([
    [
      'older',
      34,
      sparse({
        1: [
          ['Monday', ['9 AM–12 PM', '1–5 PM']],
          ['Sunday', ['Closed']],
        ],
        4: sparse({ 4: 'Open ⋅ Closes 5 PM' }),
      }),
    ],
    [
      'newer',
      203,
      [
        [
          [
            'Monday',
            1,
            null,
            [
              ['9 AM–12 PM', [[9], [12]]],
              ['1–5 PM', [[13], [17]]],
            ],
          ],
          ['Sunday', 7, null, [['Closed']]],
        ],
        sparse({ 4: ['Open ⋅ Closes 5 PM'] }),
      ],
    ],
  ] as const)('are its hours, and whether it is open: %s generation', (_, index, entry) => {
    expect(readPlace({ [index]: entry }).values).toMatchObject({
      hours: 'Monday 9 AM–12 PM, 1–5 PM; Sunday Closed',
      status: 'Open ⋅ Closes 5 PM',
    });
  });

  it('tell a place that has closed', () => {
    expect(readPlace({ 88: ['CLOSED'] }).values.status).toBe('Permanently closed');
    expect(readPlace({ 88: ['CLOSED_TEMPORARILY'] }).values.status).toBe('Temporarily closed');
  });

  it('say which of them are there in a form that is new', () => {
    expect(readPlace({ 178: [{ tel: '+1 555' }, [['x', '+1 555-010']]] }).unreadFields).toEqual([
      { key: expect.any(String), column: 'phone' },
    ]);
    expect(readPlace({ 34: sparse({ 1: [{ day: 1 }, ['', [1, ['Monday']]]] }) }).unreadFields).toEqual([
      { key: expect.any(String), column: 'hours' },
    ]);
    expect(readPlace({}).unreadFields).toBeUndefined();
  });
});

describe('the details of a card', () => {
  const place = link(`https://www.google.com/maps/place/x/data=!1s${featureId(1)}`, '', 'Cafe');
  it.each([
    [
      ['Cafe', '4.6', '(12)', '·', '$10–20', 'Cafe', '·', '1 Main St', 'Open', '⋅ Closes 6 PM'],
      'Open ⋅ Closes 6 PM',
      '$10–20',
    ],
    [
      ['Cafe', 'Café', '·', '1 Main St', 'Geöffnet ⋅ Schließt um 18:00'],
      'Geöffnet ⋅ Schließt um 18:00',
      undefined,
    ],
    [['Cafe', '$$', 'Café', '·', '1 Main St', 'Permanently closed'], 'Permanently closed', '$$'],
    [['Cafe', 'Café', '·', '1 Main St'], undefined, undefined],
  ])('are its status and price: %#', (texts, status, price) => {
    const [row] = read(cards({ texts, links: [place] })).rows;
    expect([row?.values.status, row?.values.price]).toEqual([status, price]);
  });

  it('of an open place are also its hours and plus code', () => {
    const { rows, unreadFields } = read({
      ...cards({
        texts: ['Museum'],
        marks: [
          mark('title', 'Museum'),
          mark('item', '43X5+JG Springfield', 'oloc'),
          mark('item', 'museum.example', 'authority'),
          mark('hours', '', 'Monday, 9 AM to 5 PM; Tuesday, Closed. Hide open hours for the week'),
        ],
      }),
      url: `https://www.google.com/maps/place/x/data=!1s${featureId(1)}`,
    });
    expect(rows[0]?.values).toMatchObject({
      plus_code: '43X5+JG Springfield',
      hours: 'Monday, 9 AM to 5 PM; Tuesday, Closed',
    });
    expect(unreadFields).toEqual([{ key: featureId(1), column: 'website' }]);
  });
});
