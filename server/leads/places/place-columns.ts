/** How a text column of a place is read from a file of Overture. */
interface PlaceSource {
  /** ClickHouse SQL for a file with the columns that it reads */
  sql: string;
  /** what the described columns of such a file match */
  needs: RegExp;
}

/** One line, because exports have a place in each. */
const plain = (sql: string) => `trimBoth(replaceRegexpAll(${sql}, '[\\\\t\\\\r\\\\n\\\\0]+', ' '))`;
const text = (sql: string) => plain(`ifNull(toString(${sql}), '')`);
/** A list is one cell, as in the files of other lead databases. */
const joined = (sql: string) =>
  plain(
    `arrayStringConcat(arrayDistinct(arrayFilter(v -> v != '', arrayMap(v -> ifNull(toString(v), ''), ${sql}))), '; ')`,
  );
const addressPart = (part: string): PlaceSource => ({
  sql: text(`tupleElement(addresses[1], '${part}')`),
  needs: new RegExp(`^addresses .*\\b${part} `, 'm'),
});
const list = (name: string): PlaceSource => ({ sql: joined(name), needs: new RegExp(`^${name} `, 'm') });
const ofStruct = (struct: string, part: string) => new RegExp(`^${struct} .*\\b${part} `, 'm');
const degrees = (low: string, high: string): PlaceSource => ({
  sql: `ifNull(toString(round((tupleElement(bbox, '${low}') + tupleElement(bbox, '${high}')) / 2, 6)), '')`,
  needs: ofStruct('bbox', low),
});

/** The licenses of the data sets, for releases whose records don't name them (docs.overturemaps.org/attribution). */
const LICENSES = {
  meta: 'CDLA-Permissive-2.0',
  Microsoft: 'CDLA-Permissive-2.0',
  Foursquare: 'Apache-2.0',
  AllThePlaces: 'CC0-1.0',
};
const sqlList = (values: readonly string[]) => `[${values.map((value) => `'${value}'`).join(', ')}]`;
const KNOWN = `${sqlList(Object.keys(LICENSES))}, ${sqlList(Object.values(LICENSES))}`;
const ofSources = (sql: string) => joined(`arrayMap(s -> ${sql}, sources)`);

/**
 * The columns of a place, in the order of the database. The first source that a file has is used, so that files of older
 * releases work: `categories` was replaced by `taxonomy` and `basic_category`.
 */
const PLACE_SOURCES: Record<string, readonly PlaceSource[]> = {
  name: [{ sql: text("tupleElement(names, 'primary')"), needs: ofStruct('names', 'primary') }],
  category: [
    { sql: text("tupleElement(taxonomy, 'primary')"), needs: ofStruct('taxonomy', 'primary') },
    { sql: text("tupleElement(categories, 'primary')"), needs: ofStruct('categories', 'primary') },
    { sql: text("tupleElement(categories, 'main')"), needs: ofStruct('categories', 'main') },
    { sql: text('basic_category'), needs: /^basic_category /m },
  ],
  address: [addressPart('freeform')],
  city: [addressPart('locality')],
  postcode: [addressPart('postcode')],
  // "US-CA" or "CA".
  region: [
    { ...addressPart('region'), sql: `replaceRegexpOne(${addressPart('region').sql}, '^[A-Z]{2}-', '')` },
  ],
  country: [addressPart('country')],
  phones: [list('phones')],
  websites: [list('websites')],
  emails: [list('emails')],
  socials: [list('socials')],
  brand: [
    {
      sql: text("tupleElement(tupleElement(brand, 'names'), 'primary')"),
      needs: /^brand .*\bnames \w*\(?Tuple\(\s*primary /m,
    },
    {
      sql: text("tupleElement(tupleElement(brand, 'names'), 'primary')"),
      needs: /^brand .*\bnames Tuple\(.*\bprimary /m,
    },
  ],
  status: [{ sql: text('operating_status'), needs: /^operating_status /m }],
  categories: [
    {
      sql: joined("arrayConcat(tupleElement(taxonomy, 'hierarchy'), tupleElement(taxonomy, 'alternates'))"),
      needs: /^taxonomy .*\bhierarchy .*\balternates /m,
    },
    { sql: joined("tupleElement(taxonomy, 'hierarchy')"), needs: ofStruct('taxonomy', 'hierarchy') },
    { sql: joined("tupleElement(categories, 'alternate')"), needs: ofStruct('categories', 'alternate') },
  ],
  confidence: [{ sql: text('round(confidence, 3)'), needs: /^confidence /m }],
  latitude: [degrees('ymin', 'ymax')],
  longitude: [degrees('xmin', 'xmax')],
  source: [
    {
      sql: `concat('Overture Maps (', ${ofSources("tupleElement(s, 'dataset')")}, ')')`,
      needs: ofStruct('sources', 'dataset'),
    },
  ],
  license: [
    {
      sql: ofSources(
        `ifNull(tupleElement(s, 'license'), transform(ifNull(tupleElement(s, 'dataset'), ''), ${KNOWN}, 'unknown'))`,
      ),
      needs: /^sources .*\bdataset .*\blicense |^sources .*\blicense .*\bdataset /m,
    },
    {
      sql: ofSources(`transform(ifNull(tupleElement(s, 'dataset'), ''), ${KNOWN}, 'unknown')`),
      needs: ofStruct('sources', 'dataset'),
    },
  ],
  id: [{ sql: text('id'), needs: /^id /m }],
};

export const PLACE_COLUMNS: readonly string[] = Object.keys(PLACE_SOURCES);

/** Columns without which a file isn't one of Overture Places. */
const REQUIRED = ['id', 'name', 'category', 'country', 'latitude', 'longitude', 'source'];

/** A column of a file, as DESCRIBE names it. */
export interface FileColumn {
  name: string;
  type: string;
}

/**
 * The expressions that read `PLACE_COLUMNS`, in order, from a file with these columns, or the first column that it
 * lacks. A column that isn't required and that the file lacks is empty.
 */
export function planPlaces(columns: readonly FileColumn[]): { selected: string[] } | { missing: string } {
  const described = columns.map(({ name, type }) => `${name} ${type.replace(/\s+/g, ' ')}`).join('\n');
  const selected: string[] = [];
  for (const [column, sources] of Object.entries(PLACE_SOURCES)) {
    const source = sources.find(({ needs }) => needs.test(described));
    if (!source && REQUIRED.includes(column)) return { missing: column };
    selected.push(source?.sql ?? "''");
  }
  return { selected };
}
