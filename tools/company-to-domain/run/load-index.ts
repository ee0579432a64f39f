import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { type CompanyIndex, openCompanyIndex } from '../engine/company-index.ts';

const FILE = new URL('../data/companies.br', import.meta.url);

let opened: CompanyIndex | null = null;

/** The index of known companies that ships with the product (data/README.md), opened on first use. */
export function loadCompanyIndex(): CompanyIndex {
  opened ??= openCompanyIndex(brotliDecompressSync(readFileSync(FILE)));
  return opened;
}
