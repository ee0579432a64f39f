import { z } from 'zod';
import { ownDomain } from '#engines/company-domain/own-domain.ts';
import { dataPreset, wrongPresetFile } from '#engines/data-presets/data-presets.ts';
import { PLACE_COLUMNS } from '#server/leads/places/place-columns.ts';
import { FILE, openPlaceFiles } from '#server/leads/places/place-files.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { LOAD_SECONDS, type Warehouse } from '#server/platform/warehouse/warehouse.ts';
import { companyRows, type PresetReading } from './preset-rows.ts';

const READ = ['name', 'websites', 'country', 'city', 'status', 'confidence'] as const;
/** Places that probably don't exist have websites of others more often. */
const MIN_CONFIDENCE = 0.5;
const Column = z.object({ name: z.string() });

/**
 * The places of a Parquet file of Overture that have a website. Throws OperatorError if it isn't one, or with an external
 * cluster, which can't read local files.
 */
export async function openOvertureRows(warehouse: Warehouse, path: string) {
  if (!warehouse.embedded)
    throw new OperatorError(
      'Only the built-in engine can read Parquet files. To import places, unset CLICKHOUSE_URL.',
    );
  const [file] = await openPlaceFiles(warehouse, [path]).catch(async (error: unknown) => {
    throw (await wrongFile(warehouse, path)) ?? error;
  });
  if (!file) throw new OperatorError(`The file ${path} can't be read.`);
  const selected = READ.map((column) => `${file.selected[PLACE_COLUMNS.indexOf(column)]} AS f_${column}`);
  let done = 0;
  return {
    bytes: file.bytes,
    read: () => done,
    async *groups(): AsyncGenerator<PresetReading[]> {
      const statement = {
        sql: `SELECT * FROM (SELECT ${selected.join(', ')} FROM ${FILE}) WHERE f_websites != '' AND toFloat32OrZero(f_confidence) >= ${MIN_CONFIDENCE}`,
        params: { path: file.path },
      };
      const decoder = new TextDecoder();
      let rest = '';
      const pieces = warehouse.bytes(statement, 'TabSeparated', { seconds: LOAD_SECONDS, work: 'load' });
      for await (const piece of pieces) {
        const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        yield lines.map(readPlace);
      }
      done = file.bytes;
      if (rest !== '') yield [readPlace(rest)];
    },
  };
}

function readPlace(line: string): PresetReading {
  const [name = '', websites = '', country = '', city = '', status = ''] = line.split('\t').map(unescaped);
  const all = websites.split('; ');
  // A page at a site of many companies comes first at times.
  const website = all.find((each) => ownDomain(each) !== null) ?? all[0] ?? '';
  return companyRows({ name, others: [], website, country, city, isActive: !/permanently/.test(status) });
}

/** A cell of ClickHouse's tab-separated format. Line breaks and tabs of a name are spaces. */
function unescaped(cell: string): string {
  return cell.replace(/\\(.)/g, (_, letter: string) => (/[bfnrt0]/.test(letter) ? ' ' : letter));
}

/** Which other file this is; null if it can't be read as Parquet. */
async function wrongFile(warehouse: Warehouse, path: string): Promise<OperatorError | null> {
  try {
    const columns = await warehouse.rows({ sql: `DESCRIBE TABLE ${FILE}`, params: { path } }, Column, {
      seconds: LOAD_SECONDS,
      work: 'load',
    });
    const header = columns.map(({ name }) => name);
    return new OperatorError(wrongPresetFile(dataPreset('overture'), header, path));
  } catch {
    return null;
  }
}
