import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { PeopleDatabase } from '#contract/leads.ts';
import type { CsvRecord } from '#engines/csv/read-csv.ts';
import {
  type DataPreset,
  dataPreset,
  type LeadPresetName,
  presetColumn,
  presetFile,
  wrongPresetFile,
} from '#engines/data-presets/data-presets.ts';
import { fileReason } from '../../../platform/file-reason.ts';
import { firstErrorLine, OperatorError } from '../../../platform/operator-error.ts';
import type { Warehouse } from '../../../platform/warehouse/warehouse.ts';
import { openRowFile } from '../read-file.ts';
import type { RowFile } from '../row-file.ts';
import { readCharity, readTrustee } from './charities.ts';
import { readCarrier } from './fmcsa.ts';
import { readOfficer } from './irs990.ts';
import { RETURN_MAX_CHARS, readReturn } from './irs990-returns.ts';
import { jsonObjects } from './json-objects.ts';
import { readProvider } from './nppes.ts';
import { type OfficialLead, type OfficialReading, officialRows } from './official-lead.ts';
import { openTextPieces } from './text-pieces.ts';

/** A file of an official list as rows of a database, whose header has the database's own columns. */
export interface OfficialFile extends RowFile {
  /** records that were left out: those that ended, and those without anyone to write to */
  leftOut(): { inactive: number; nobody: number };
}

type Cell = (column: string) => string;
interface Counts {
  inactive: number;
  nobody: number;
}
/** A record of a list, with the line or place where it starts. */
interface Found {
  at: number;
  reading: OfficialReading;
}

const NUMBERS: Readonly<Record<LeadPresetName, string>> = {
  nppes: 'npi',
  irs990: 'ein',
  fmcsa: 'usdot_number',
  'uk-charities': 'charity_number',
};

/**
 * Opens a file of an official list, whose rows say their source and license. Throws OperatorError if it can't be read;
 * reading its records does so if it is a file of something else.
 */
export async function openOfficialFile(
  name: LeadPresetName,
  path: string,
  { database, source, license }: { database: PeopleDatabase; source: string; license: string },
  warehouse: Warehouse,
): Promise<OfficialFile> {
  const preset = dataPreset(name);
  const rows = officialRows(database, { numberColumn: NUMBERS[name], source, license });
  const counts: Counts = { inactive: 0, nobody: 0 };
  const start = await firstBytes(path);
  const list =
    start.kind === 'xml'
      ? returnsFile(path, start.compression, preset)
      : start.kind === 'json'
        ? jsonFile(path, start.compression, preset)
        : await tableFile(path, warehouse, preset);
  const { bytes } = start;
  return {
    bytes,
    read: list.read,
    form: list.form,
    leftOut: () => ({ ...counts }),
    async *records() {
      yield [{ line: 1, row: 1, cells: rows.header }];
      for await (const group of list.readings(await beside(path, preset, warehouse))) {
        const records: CsvRecord[] = [];
        for (const { at, reading } of group) {
          if (typeof reading === 'string') counts[reading] += 1;
          else for (const lead of reading.leads) records.push({ line: at, row: at, cells: rows.row(lead) });
        }
        yield records;
      }
    },
  };
}

interface List {
  read(): number;
  form(): string;
  readings(charities: ReadonlyMap<string, OfficialLead>): AsyncGenerator<Found[]>;
}

/** How the records of a file with this header are read. Throws OperatorError for a file of something else. */
function recordReader(
  preset: DataPreset,
  header: readonly string[],
  path: string,
  charities: ReadonlyMap<string, OfficialLead>,
): (cell: Cell) => OfficialReading {
  if (presetFile(preset, header) === null) throw new OperatorError(wrongPresetFile(preset, header, path));
  switch (preset.name as LeadPresetName) {
    case 'nppes':
      return readProvider;
    case 'fmcsa':
      return readCarrier;
    case 'irs990':
      return readOfficer;
    case 'uk-charities':
      return header.some((column) => presetColumn(column) === 'trustee_name')
        ? (cell) => readTrustee(cell, charities)
        : readCharity;
  }
}

async function tableFile(path: string, warehouse: Warehouse, preset: DataPreset): Promise<List> {
  const file = await openRowFile(path, warehouse);
  return {
    read: () => file.read(),
    form: () => file.form(),
    async *readings(charities) {
      const records = file.records();
      let read: ((cells: readonly string[]) => OfficialReading) | null = null;
      try {
        for await (const group of records) {
          const found: Found[] = [];
          for (const { cells, broken, row } of group) {
            if (read === null) {
              const reader = recordReader(preset, cells, path, charities);
              const places = new Map(cells.map((column, index) => [presetColumn(column), index]));
              read = (values) =>
                reader((column) => values[places.get(presetColumn(column)) ?? -1]?.trim() ?? '');
            } else found.push({ at: row, reading: broken === undefined ? read(cells) : 'nobody' });
          }
          yield found;
        }
      } finally {
        await records.return(undefined);
      }
    },
  };
}

function jsonFile(path: string, compression: 'gzip' | 'zstd' | null, preset: DataPreset): List {
  const file = openTextPieces(path, compression);
  return {
    read: file.read,
    form: () => 'JSON',
    async *readings(charities) {
      let read: ((cell: Cell) => OfficialReading) | null = null;
      let at = 0;
      try {
        for await (const objects of jsonObjects(file.pieces())) {
          const found: Found[] = [];
          for (const object of objects) {
            at += 1;
            read ??= recordReader(preset, Object.keys(object), path, charities);
            const cell: Cell = (column) => {
              const value = object[column];
              return value === null || value === undefined ? '' : String(value).trim();
            };
            found.push({ at, reading: read(cell) });
          }
          yield found;
        }
      } catch (cause) {
        if (cause instanceof OperatorError) throw cause;
        throw new OperatorError(`The file ${path} can't be read as JSON: ${firstErrorLine(cause)}`, {
          cause,
        });
      }
    },
  };
}

/** Returns of form 990, one after the other, as `unzip -p` writes those of a download. */
function returnsFile(path: string, compression: 'gzip' | 'zstd' | null, preset: DataPreset): List {
  const file = openTextPieces(path, compression);
  return {
    read: file.read,
    form: () => 'XML',
    async *readings() {
      let rest = '';
      let at = 0;
      for await (const piece of file.pieces()) {
        const returns = (rest + piece).split('</Return>');
        rest = returns.pop() ?? '';
        if (rest.length > RETURN_MAX_CHARS) throw new OperatorError(`${path} has a return without an end.`);
        if (preset.name !== 'irs990' || returns.some((text) => !text.includes('<ReturnHeader')))
          throw new OperatorError(wrongPresetFile(preset, xmlElements(returns[0] ?? rest), path));
        yield returns.map((text) => {
          at += 1;
          return { at, reading: readReturn(text) };
        });
      }
      if (at === 0) throw new OperatorError(wrongPresetFile(preset, xmlElements(rest), path));
    },
  };
}

function xmlElements(xml: string): string[] {
  return [...new Set([...xml.slice(0, 5_000).matchAll(/<([A-Za-z][\w.]*)/g)].map(([, name = '']) => name))];
}

/**
 * The charities of the file beside one of trustees: `publicextract.charity.json` for `publicextract.charity_trustee.json`.
 * Throws OperatorError if it isn't there.
 */
async function beside(
  path: string,
  preset: DataPreset,
  warehouse: Warehouse,
): Promise<ReadonlyMap<string, OfficialLead>> {
  const charities = new Map<string, OfficialLead>();
  if (preset.name !== 'uk-charities' || !basename(path).includes('charity_trustee')) return charities;
  const file = join(dirname(path), basename(path).replace('charity_trustee', 'charity'));
  if (!existsSync(file))
    throw new OperatorError(
      `${path} has trustees without the names of their charities. Put ${basename(file)} of the same day beside it.`,
    );
  const start = await firstBytes(file);
  const list =
    start.kind === 'json'
      ? jsonFile(file, start.compression, preset)
      : await tableFile(file, warehouse, preset);
  for await (const group of list.readings(charities))
    for (const { reading } of group) {
      if (typeof reading === 'string') continue;
      for (const lead of reading.leads) if (lead.number) charities.set(lead.number, lead);
    }
  return charities;
}

async function firstBytes(path: string) {
  try {
    const file = await open(path);
    try {
      const { size: bytes } = await file.stat();
      const magic = Buffer.alloc(64);
      await file.read(magic, 0, 64, 0);
      const compression =
        magic.readUInt16BE(0) === 0x1f8b ? 'gzip' : magic.readUInt32LE(0) === 0xfd2fb528 ? 'zstd' : null;
      const text =
        compression === null
          ? magic
              .toString('utf8')
              .replace(/^\ufeff/, '')
              .trimStart()
          : '';
      const named = path.replace(/\.(?:gz|zst)$/i, '').toLowerCase();
      const kind =
        text.startsWith('<') || (compression && named.endsWith('.xml'))
          ? 'xml'
          : text.startsWith('[') || (compression && named.endsWith('.json'))
            ? 'json'
            : 'table';
      return { bytes, compression, kind } as const;
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw new OperatorError(`The file ${path} can't be read: ${fileReason(cause)}`, { cause });
  }
}
