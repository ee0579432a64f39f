import { AtSign, Building2, Globe, Phone } from 'lucide-react';
import type { CellState, DataColumn, DataRow, RowSource } from '../data-grid-props.ts';

const FIRMS = [
  'Nordlicht Logistik',
  'Acme Bakeries',
  'Harbor & Sons',
  'Blue Finch Studio',
  'Kiefer Anlagenbau',
];
const STATES: readonly (CellState | undefined)[] = [
  undefined,
  { status: 'done' },
  { status: 'stale', note: 'The domain changed after this email was found.' },
  undefined,
];
const MISSING: readonly CellState[] = [
  { status: 'nothing-found', note: 'The website has no email address.' },
  { status: 'failed', note: 'The mail server did not answer.' },
  { status: 'queued' },
  { status: 'running' },
  { status: 'skipped', note: 'Only if the country is DE.' },
  { status: 'over-cap' },
];

const NAMED: readonly DataColumn[] = [
  {
    id: 'company',
    header: 'Company',
    width: 220,
    type: 'text',
    editable: true,
    pinned: true,
    icon: Building2,
  },
  {
    id: 'domain',
    header: 'Domain',
    width: 210,
    type: 'url',
    editable: true,
    icon: Globe,
    note: '91% found · 0.5 credits',
  },
  { id: 'email', header: 'Email', width: 230, type: 'email', icon: AtSign, note: '62% found · 1.0 credit' },
  { id: 'phone', header: 'Phone', width: 150, type: 'phone', editable: true, icon: Phone },
  { id: 'employees', header: 'Employees', width: 140, type: 'number', editable: true, sorted: 'descending' },
  { id: 'customer', header: 'Customer', width: 130, type: 'yes-no', editable: true },
];

/** The first columns have names and types, the others are notes. */
export function sampleColumns(count: number): DataColumn[] {
  return Array.from(
    { length: count },
    (_, at) =>
      NAMED[at] ?? { id: `note-${at}`, header: `Note ${at}`, width: 140, type: 'text', editable: true },
  );
}

function sampleRow(index: number, columns: readonly DataColumn[]): DataRow {
  const firm = `${FIRMS[index % FIRMS.length]} ${index + 1}`;
  const hasEmail = index % 3 !== 1;
  const named: Record<string, string> = {
    company: firm,
    domain: `firm-${index + 1}.example.com`,
    email: hasEmail ? `office@firm-${index + 1}.example.com` : '',
    phone: `+49 30 ${String(1000000 + index * 7).slice(0, 7)}`,
    employees: String((index * 37) % 900),
    customer: index % 4 === 0 ? 'yes' : 'no',
  };
  const cells = Object.fromEntries(
    columns.map(({ id }, at) => [id, named[id] ?? `Note ${at} of row ${index + 1}`]),
  );
  const email = hasEmail ? STATES[index % STATES.length] : MISSING[Math.floor(index / 3) % MISSING.length];
  return { id: index + 1, cells, ...(email && { states: { email } }) };
}

export interface SampleSource extends RowSource {
  count: number;
  /** changes a cell; beyond the end, it adds rows */
  set: (index: number, columnId: string, value: string, state?: CellState) => void;
  /** a part of the rows arrives; `rowAt` is undefined before, if the source is `late` */
  load: (from: number, to: number) => void;
}

/** Rows in memory. They are made when they are read first, so that 100,000 of them don't delay the page. */
export function sampleSource(count: number, columns: readonly DataColumn[], late: boolean): SampleSource {
  const rows = new Map<number, DataRow>();
  const arrived = new Set<number>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const source: SampleSource = {
    count,
    rowAt(index) {
      if (late && !arrived.has(index)) return undefined;
      const known = rows.get(index);
      if (known) return known;
      if (index < 0 || index >= source.count) return undefined;
      const row = sampleRow(index, columns);
      rows.set(index, row);
      return row;
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
    set(index, columnId, value, state) {
      if (index >= source.count) {
        for (let at = source.count; at <= index; at += 1) rows.set(at, { id: at + 1, cells: {} });
        source.count = index + 1;
      }
      arrived.add(index);
      const row = source.rowAt(index)!;
      const states = { ...row.states, [columnId]: state ?? { status: 'done' as const } };
      rows.set(index, { ...row, cells: { ...row.cells, [columnId]: value }, states });
      changed();
    },
    load(from, to) {
      for (let index = from; index < to; index += 1) arrived.add(index);
      changed();
    },
  };
  return source;
}
