import { useEffect, useSyncExternalStore } from 'react';
import { isOlderVersion } from '#contract/collect-sites.ts';
import { csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import type { KeptRow } from '../collected-store.ts';
import { calendarDay } from '../device.ts';
import type { PanelModel } from '../panel-model.ts';
import type { PanelSite } from '../panel-site.ts';
import { count, panelStatus } from '../status-text.ts';
import { AboutReading } from './about-reading.tsx';
import { Account } from './account.tsx';
import { CollectCard } from './collect-card.tsx';
import { RowTable } from './row-table.tsx';
import { SendCard } from './send-card.tsx';

interface PanelProps {
  model: PanelModel;
  site: PanelSite;
  version: string;
  /** of the Leadwell server; null without one */
  origin: string | null;
}

export function Panel({ model, site, version, origin }: PanelProps) {
  const state = useSyncExternalStore(model.subscribe, () => model.state);
  const { retrySeconds } = state;
  useEffect(() => {
    if (retrySeconds === null) return;
    const send = () => void model.send();
    const timer = setTimeout(send, retrySeconds * 1000);
    addEventListener('online', send);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', send);
    };
  }, [retrySeconds, model]);
  if (!state.loaded) return null;
  const columns = state.limits?.fields === 'all' ? site.columns : site.basicColumns;
  const saveCsv = async () => {
    saveFile(`leadwell-${site.id}-${calendarDay(Date.now())}.csv`, csvFile(columns, await model.all()));
  };
  const tooOld = state.device !== null && isOlderVersion(version, state.device.leastVersion);
  const outdated = state.device !== null && isOlderVersion(version, state.device.latestVersion);
  return (
    <>
      <Header title={site.name} />
      <main>
        {outdated && (
          <p className="notice warning" role="status">
            Version {state.device?.latestVersion} is available. This is {version}
            {tooOld ? ', which is too old to collect. ' : '. '}
            Download it from your dashboard.
          </p>
        )}
        {!state.accepted ? (
          <section className="card">
            <h2>Before you start</h2>
            <AboutReading site={site} origin={origin} />
            <button type="button" className="primary" onClick={() => void model.accept()}>
              I understand
            </button>
          </section>
        ) : (
          <>
            {(state.limits || state.device) && (
              <CollectCard
                model={model}
                state={state}
                site={site}
                status={panelStatus(state, site)}
                disabled={tooOld || !state.limits}
              />
            )}
            {(state.limits || state.counts.total > 0) && (
              <section className="card rows">
                <div className="bar">
                  <h2>{count(state.counts.total, 'row')}</h2>
                  <span className="grow" />
                  <button
                    type="button"
                    disabled={state.counts.total === 0 || !state.limits?.csv}
                    onClick={() => void saveCsv()}
                  >
                    Save CSV
                  </button>
                  <button
                    type="button"
                    disabled={state.counts.total === 0}
                    onClick={() => confirmed(state.counts.waiting) && void model.clear()}
                  >
                    Clear
                  </button>
                </div>
                {state.limits && !state.limits.csv && (
                  <p className="hint">CSV files are part of the unlimited plan.</p>
                )}
                <RowTable rows={state.rows} columns={columns} total={state.counts.total} />
              </section>
            )}
            {!state.device && <Account model={model} state={state} site={site} />}
            {state.device && <SendCard model={model} state={state} site={site} />}
            <details className="card">
              <summary>What this extension reads, and what it never does</summary>
              <AboutReading site={site} origin={origin} />
            </details>
          </>
        )}
      </main>
    </>
  );
}

function confirmed(waiting: number): boolean {
  return waiting === 0 || confirm(`Delete all rows? ${count(waiting, 'row')} haven’t been sent to Leadwell.`);
}

function Header({ title }: { title: string }) {
  return (
    <header>
      <svg aria-hidden="true" viewBox="0 0 32 32" fill="none">
        <circle cx="16" cy="16" r="14.75" stroke="currentColor" strokeWidth="2.25" />
        <circle cx="16" cy="16" r="9.5" stroke="currentColor" strokeWidth="1.75" strokeOpacity="0.5" />
        <path
          d="M16 10.75c1.9 2.5 3.1 4.3 3.1 6.05a3.1 3.1 0 1 1-6.2 0c0-1.75 1.2-3.55 3.1-6.05Z"
          fill="currentColor"
        />
      </svg>
      <h1>Leadwell</h1>
      <span className="pill">{title}</span>
    </header>
  );
}

/** The rows as a CSV file, in order of arrival. */
function csvFile(columns: readonly string[], rows: readonly KeptRow[]): string {
  const lines = rows.map((row) => csvLine(columns.map((column) => row.values[column])));
  return csvHeader(columns) + lines.join('');
}

/** Saves a text as a file, without the permission for downloads. */
function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  // The mark lets Excel read the file as UTF-8.
  link.href = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  link.click();
  // The browser reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
