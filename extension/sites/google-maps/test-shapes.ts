/** JSON in the shapes of Google Maps, for tests and browser tests. `n` numbers the results from 0. */

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
