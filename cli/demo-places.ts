import { randomUUID } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { recordImport } from '#server/leads/import-records.ts';
import { ensureTables, leadTable } from '#server/leads/lead-tables.ts';

const SOURCE = 'Example places of the demo, which are made up';
const LICENSE = 'CC0-1.0';

const KINDS: readonly [name: string, category: string, group: string][] = [
  ['Harbor Coffee', 'coffee_shop', 'food_and_drink'],
  ['Northwind Cycles', 'bicycle_shop', 'shopping'],
  ['Blue Spruce Dental', 'dentist', 'health_care'],
  ['Maple Street Bakery', 'bakery', 'food_and_drink'],
  ['Willow Creek Vet Clinic', 'veterinarian', 'health_care'],
  ['Lighthouse Legal', 'lawyer', 'professional_services'],
  ['Prairie Roofing', 'roofing', 'home_services'],
  ['Riverside Yoga', 'yoga_studio', 'sports_and_recreation'],
  ['Granite Peak Plumbing', 'plumbing', 'home_services'],
];
const CITIES: readonly [
  city: string,
  region: string,
  country: string,
  postcode: string,
  latitude: number,
  longitude: number,
][] = [
  ['Austin', 'TX', 'US', '78701', 30.267, -97.743],
  ['Chicago', 'IL', 'US', '60601', 41.884, -87.632],
  ['Toronto', 'ON', 'CA', 'M5V', 43.645, -79.395],
  ['London', 'ENG', 'GB', 'EC1A', 51.52, -0.098],
  ['Berlin', 'BE', 'DE', '10115', 52.532, 13.385],
  ['Hamburg', 'HH', 'DE', '20095', 53.551, 10.001],
  ['Paris', 'IDF', 'FR', '75001', 48.863, 2.336],
  ['Madrid', 'MD', 'ES', '28001', 40.424, -3.684],
  ['Sydney', 'NSW', 'AU', '2000', -33.868, 151.209],
  ['Auckland', 'AUK', 'NZ', '1010', -36.848, 174.763],
  ['Suva', 'C', 'FJ', '', -18.141, 178.442],
];
/** Places of a kind in a city. */
const EACH = 3;

/** Fills the database of local businesses with made-up places, so that its page has something to search. They cost nothing. */
export async function addDemoPlaces({ warehouse, clock }: Pick<Deps, 'warehouse' | 'clock'>): Promise<void> {
  const places = CITIES.flatMap((city, at) =>
    KINDS.flatMap((kind, which) =>
      Array.from({ length: EACH }, (_, index) =>
        examplePlace(kind, city, (at * KINDS.length + which) * EACH + index),
      ),
    ),
  );
  const columns = Object.keys(places[0] ?? {});
  await ensureTables(warehouse, 'local_businesses');
  const lines = places.map((place, id) => `${[...Object.values(place), id, 0].join('\t')}\n`);
  const names = [...columns, 'lw_id', 'lw_formulas'];
  await warehouse.insertLines(leadTable('local_businesses'), names, Buffer.from(lines.join('')));
  await recordImport(warehouse, {
    id: randomUUID(),
    database: 'local_businesses',
    mode: 'sample',
    at: new Date(clock.now()).toISOString(),
    source: SOURCE,
    licence: LICENSE,
    dataDate: '',
    preset: '',
    rows: places.length,
    duplicates: 0,
    refused: 0,
    columns,
  });
}

/** One of the places. Domains and phones are reserved for examples. */
function examplePlace(
  [name, category, group]: (typeof KINDS)[number],
  [city, region, country, postcode, latitude, longitude]: (typeof CITIES)[number],
  number: number,
): Record<string, string> {
  const site = `${name} ${city} ${number}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const near = (degrees: number, step: number) =>
    String(Number((degrees + ((number * step) % 11) / 250).toFixed(5)));
  return {
    name: `${name} ${city}`,
    category,
    address: `${1 + ((number * 7) % 180)} Market Street`,
    city,
    postcode,
    region,
    country,
    phones: number % 5 === 0 ? '' : `+1202555${String(100 + (number % 100)).padStart(4, '0')}`,
    websites: number % 4 === 3 ? '' : `https://${site}.example.com/`,
    emails: number % 3 === 0 ? `hello@${site}.example.com` : '',
    socials: '',
    brand: number % 9 === 4 ? name : '',
    status: number % 20 === 7 ? 'permanently_closed' : 'open',
    categories: `${group}; ${category}`,
    confidence: String(0.7 + (number % 30) / 100).slice(0, 5),
    latitude: near(latitude, 3),
    longitude: near(longitude, 5),
    source: SOURCE,
    license: LICENSE,
    id: `example-${number}`,
  };
}
