import { createRoot } from 'react-dom/client';
import '../../../theme.css';
import { OldGrid } from './old-grid.tsx';
import { SampleGrid } from './sample-grid.tsx';
import { sampleColumns, sampleSource } from './sample-rows.ts';

/**
 * The grid by itself, for its browser test and `npm run bench:grid`. In the address: `grid` (new or old), `rows`, `columns`,
 * `late` (rows arrive later), `waiting` (their number isn't known), and `theme`.
 */
const query = new URLSearchParams(location.search);
const rows = Number(query.get('rows') ?? 1000);
const columns = Number(query.get('columns') ?? 20);
const theme = query.get('theme');
if (theme) document.documentElement.dataset.theme = theme;
const late = query.has('late');
const source = sampleSource(rows, sampleColumns(columns), late);
Object.assign(window, { source });

createRoot(document.getElementById('root')!).render(
  query.get('grid') === 'old' ? (
    <OldGrid rows={rows} columns={columns} />
  ) : (
    <SampleGrid columnCount={columns} source={source} late={late} waiting={query.has('waiting')} />
  ),
);
