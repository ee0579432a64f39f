import type { Warehouse } from '../../server/platform/warehouse/warehouse.ts';

const COUNTRIES =
  'DE US FR GB IT ES PL NL BE AT CH CZ SE NO DK FI PT GR HU RO BG HR SK SI IE LT LV EE CA MX BR AR CL CO PE AU NZ JP KR IN ID TH VN PH MY SG TR ZA EG MA NG KE GH IL AE SA UA RS BA';
export const CITIES = 5000;
/** The categories that places have as their main one. With those above them, there are 2,200. */
export const CATEGORIES = 1200;
/** How many categories the levels above them have. Each is a multiple of the one before, so that each category has one above it. */
const LEVELS = [12, 48, 144, 288, 576];
/** Other categories that a place of a category can have. */
const ALTERNATES = 40;

/** A number from 0 to below 1 that `seed` and the place decide. */
const random = (seed: number) => `(intHash64(number + ${seed} * 1000000007) % 1000003 / 1000003)`;
const TEXT = 'Nullable(String)';

/**
 * Writes `rows` places from the number `from` on, with the columns of the current release: 5,000 cities in 60 countries, 2,200
 * categories of 3 to 6 levels, some of them much more often than others, half of the places with one or two more categories,
 * 80% with a phone, 70% with a website, 31% with an email.
 */
export async function writeGenerated(
  warehouse: Warehouse,
  path: string,
  { from, rows }: { from: number; rows: number },
): Promise<void> {
  const list = (sql: string, share: number, seed: number) =>
    `CAST(if(${random(seed)} < ${share}, [${sql}], []), 'Array(${TEXT})')`;
  const above = LEVELS.map((size, level) => `concat('level${level + 1}_', toString(kind % ${size}))`);
  // One that is similar, and not all equally often.
  const other = (seed: number) =>
    `concat('category_', toString((kind * 7 + 1 + toUInt32(pow(${random(seed)}, 2) * ${ALTERNATES}) * 29) % ${CATEGORIES}))`;
  await warehouse.run({
    sql: `INSERT INTO FUNCTION file('${path}', 'Parquet')
WITH toUInt32(${random(1)} * ${random(1)} * ${CITIES}) AS city, toUInt32(pow(${random(2)}, 3) * ${CATEGORIES}) AS kind,
  intHash64(city + 77) % 14000 / 100 - 65 AS lat, intHash64(city + 78) % 34000 / 100 - 170 AS lon,
  toFloat32(lat + ${random(3)} / 5) AS y, toFloat32(lon + ${random(4)} / 5) AS x,
  concat('category_', toString(kind)) AS category, toString(number) AS n
SELECT concat(lower(hex(intHash64(number))), '-', n) AS id,
  CAST(tuple(x, x, y, y), 'Tuple(xmin Float32, xmax Float32, ymin Float32, ymax Float32)') AS bbox,
  CAST(tuple(concat('Business ', toString(intHash64(number + 3) % 2000000), ' ', ['Ltd', 'GmbH', 'Shop', 'Services', 'Café'][intHash64(number + 5) % 5 + 1])), 'Tuple(primary ${TEXT})') AS names,
  CAST(tuple(category, arrayPushBack(arraySlice([${above.join(', ')}], 1, 2 + kind % 4), category),
    arraySlice([${other(11)}, ${other(12)}], 1, toUInt8(${random(13)} < 0.5) + toUInt8(${random(13)} < 0.15))), 'Tuple(primary ${TEXT}, hierarchy Array(${TEXT}), alternates Array(${TEXT}))') AS taxonomy,
  CAST([tuple(concat(toString(number % 300), ' Main Street'), concat('City ', toString(city)), leftPad(toString(city * 17 + number % 9), 5, '0'), concat('R', toString(city % 16)), splitByChar(' ', '${COUNTRIES}')[city % 59 + 1])],
    'Array(Tuple(freeform ${TEXT}, locality ${TEXT}, postcode ${TEXT}, region ${TEXT}, country ${TEXT}))') AS addresses,
  ${list(`concat('+4930', n)`, 0.8, 6)} AS phones,
  ${list(`concat('https://www.business', n, '.example/')`, 0.7, 7)} AS websites,
  ${list(`concat('info@business', n, '.example')`, 0.31, 8)} AS emails,
  ${list(`concat('https://www.facebook.com/', n)`, 0.6, 9)} AS socials,
  CAST(tuple(tuple(if(number % 11 = 0, concat('Brand ', toString(number % 3000)), NULL))), 'Tuple(names Tuple(primary ${TEXT}))') AS brand,
  CAST(${random(10)}, 'Nullable(Float64)') AS confidence,
  CAST(if(number % 40 = 0, 'permanently_closed', 'open'), '${TEXT}') AS operating_status,
  CAST([tuple(['meta', 'Microsoft', 'Foursquare'][number % 3 + 1], ['CDLA-Permissive-2.0', 'CDLA-Permissive-2.0', 'Apache-2.0'][number % 3 + 1])], 'Array(Tuple(dataset ${TEXT}, license ${TEXT}))') AS sources
FROM numbers(${from}, ${rows}) SETTINGS engine_file_truncate_on_insert = 1`,
  });
}

/** The middle of a city: [latitude, longitude]. The same as in the files. */
export function cityPlace(city: number): { sql: string } {
  return {
    sql: `SELECT intHash64(${city} + 77) % 14000 / 100 - 65 + 0.1 AS latitude, intHash64(${city} + 78) % 34000 / 100 - 170 + 0.1 AS longitude`,
  };
}
