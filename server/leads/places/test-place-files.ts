import type { Warehouse } from '../../platform/warehouse/warehouse.ts';

const TEXT = 'Nullable(String)';
const TEXTS = `Array(${TEXT})`;

/** A place in a generated file. What isn't given is absent. */
export interface TestPlace {
  id: string;
  name?: string;
  category?: string;
  hierarchy?: readonly string[];
  at?: readonly [longitude: number, latitude: number];
  address?: Partial<Record<'freeform' | 'locality' | 'postcode' | 'region' | 'country', string>>;
  phones?: readonly string[];
  websites?: readonly string[];
  emails?: readonly string[];
  socials?: readonly string[];
  brand?: string;
  confidence?: number;
  status?: string;
  datasets?: readonly string[];
}

/**
 * The columns of Overture Places, by release: `current` has taxonomy and the licenses of sources, `2025` has categories
 * instead, and `2024` has no operating status either.
 */
export type TestRelease = 'current' | '2025' | '2024';

/** Writes a Parquet file with the documented columns of a release, by the engine itself. */
export async function writePlaceFile(
  warehouse: Warehouse,
  path: string,
  places: readonly TestPlace[],
  release: TestRelease = 'current',
): Promise<void> {
  const selects = places.map((place) => {
    const { id, name = 'A place', category = 'roofing', hierarchy = ['services', category] } = place;
    const [longitude, latitude] = place.at ?? [13.4, 52.5];
    const {
      freeform,
      locality = 'Berlin',
      postcode = '10115',
      region = 'BE',
      country = 'DE',
    } = place.address ?? {};
    const columns = [
      `${value(id)} AS id`,
      `CAST(tuple(${longitude}, ${longitude}, ${latitude}, ${latitude}), 'Tuple(xmin Float32, xmax Float32, ymin Float32, ymax Float32)') AS bbox`,
      `CAST(tuple(${value(name)}, map('en', ${value(name)})), 'Tuple(primary ${TEXT}, common Map(String, String))') AS names`,
      release === 'current'
        ? `CAST(tuple(${value(category)}, ${values(hierarchy)}, []), 'Tuple(primary ${TEXT}, hierarchy ${TEXTS}, alternates ${TEXTS})') AS taxonomy, ${value(category)} AS basic_category`
        : `CAST(tuple(${value(category)}, ${values(hierarchy)}), 'Tuple(primary ${TEXT}, alternate ${TEXTS})') AS categories`,
      `CAST([tuple(${[freeform, locality, postcode, region, country].map(value).join(', ')})], 'Array(Tuple(freeform ${TEXT}, locality ${TEXT}, postcode ${TEXT}, region ${TEXT}, country ${TEXT}))') AS addresses`,
      ...(['phones', 'websites', 'emails', 'socials'] as const).map(
        (column) => `CAST(${values(place[column] ?? [])}, '${TEXTS}') AS ${column}`,
      ),
      `CAST(tuple(NULL, tuple(${value(place.brand)})), 'Tuple(wikidata ${TEXT}, names Tuple(primary ${TEXT}))') AS brand`,
      `CAST(${place.confidence ?? 0.9}, 'Nullable(Float64)') AS confidence`,
      ...(release === '2024' ? [] : [`CAST(${value(place.status)}, '${TEXT}') AS operating_status`]),
      sources(place.datasets ?? ['meta'], release),
    ];
    return `SELECT ${columns.join(', ')}`;
  });
  await warehouse.run({
    sql: `INSERT INTO FUNCTION file('${path}', 'Parquet') ${selects.join(' UNION ALL ')} SETTINGS engine_file_truncate_on_insert = 1`,
  });
}

function sources(datasets: readonly string[], release: TestRelease): string {
  const named = datasets.map(
    (dataset) => `tuple('', ${value(dataset)}${release === 'current' ? ", 'CC0-1.0'" : ''})`,
  );
  const license = release === 'current' ? `, license ${TEXT}` : '';
  return `CAST([${named.join(', ')}], 'Array(Tuple(property ${TEXT}, dataset ${TEXT}${license}))') AS sources`;
}

function value(text: string | undefined): string {
  return text === undefined ? 'NULL' : `'${text.replace(/['\\]/g, '\\$&')}'`;
}

function values(texts: readonly string[]): string {
  return `[${texts.map(value).join(', ')}]`;
}
