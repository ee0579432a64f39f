import { useEffect, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { isOlderVersion, SITE_PATHS } from '#contract/collect-sites.ts';
import { deviceName } from '#contract/device-name.ts';
import { plural } from '#contract/plural.ts';
import { csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import { CollectedStore, type KeptRow } from '../collected-store.ts';
import { calendarDay, extensionSettings } from '../device.ts';
import { leadwellServer, serverOrigin } from '../leadwell-client.ts';
import { PanelModel } from '../panel-model.ts';
import type { PanelSite } from '../panel-site.ts';
import { panelStatus } from '../status-text.ts';
import { openTabLink } from '../tab-link.ts';
import { Account, SendCard } from './account.tsx';
import { CollectCard } from './collect-card.tsx';
import { LeadwellLink } from './leadwell-link.tsx';
import { RowTable } from './row-table.tsx';
import './panel.css';

/** Shows the panel of one site's extension. */
export async function startPanel(site: PanelSite): Promise<void> {
  // The policy of the extension forbids compiled schemas.
  z.config({ jitless: true });
  const { version } = chrome.runtime.getManifest();
  const origin = await serverOrigin();
  document.title = `Leadwell for ${site.name}`;
  const element = document.getElementById('root');
  if (!element) return;
  const root = createRoot(element);
  const store = await CollectedStore.open().catch(() => null);
  if (!store) return root.render(<NoStorage site={site} />);
  // So that Chrome doesn't delete the rows when the disk is full. Firefox would ask the user.
  if (chrome.sidePanel) void navigator.storage.persist();
  const model = new PanelModel(site, {
    store,
    settings: extensionSettings,
    server: origin === null ? null : leadwellServer(origin, site.id, version),
    version,
    browser: deviceName(navigator.userAgent),
    now: Date.now,
    openLink: (events) => openTabLink(site.hasTap ?? false, events),
    inTurn: (work) => navigator.locks.request('leadwell', work),
  });
  root.render(<Panel model={model} site={site} version={version} origin={origin} />);
  await model.load();
}

/** How often an open panel looks up the plan. */
const CHECK_MS = 3_600_000;

interface PanelProps {
  model: PanelModel;
  site: PanelSite;
  version: string;
  /** of the Leadwell server; null without one */
  origin: string | null;
}

function Panel({ model, site, version, origin }: PanelProps) {
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
  useEffect(() => {
    const timer = setInterval(() => void model.checkAccount(), CHECK_MS);
    return () => clearInterval(timer);
  }, [model]);
  if (!state.loaded) return null;
  const columns = state.limits?.fields === 'all' ? site.columns : site.basicColumns;
  const saveCsv = async () => {
    saveFile(
      `leadwell-${site.id}-${calendarDay(Date.now())}.csv`,
      csvFile(columns, await model.rowsForFile()),
    );
  };
  const outdated = state.device !== null && isOlderVersion(version, state.device.latestVersion);
  return (
    <>
      <Header title={site.name} />
      <main>
        {outdated && (
          <p className="notice warning" role="status">
            Version {state.device?.latestVersion} is available. This is {version}
            {state.tooOld ? ', which is too old to collect. ' : '. '}
            Download it from{' '}
            <LeadwellLink origin={origin} path={SITE_PATHS[site.id]}>
              its page in Leadwell
            </LeadwellLink>
            .
          </p>
        )}
        {state.lapsed && (
          <div className="notice warning bar" role="status">
            <p>
              {state.checking
                ? 'Your plan is being checked.'
                : 'Leadwell couldn’t be reached for 7 days, so your plan can’t be checked. Connect, then try again.'}
            </p>
            <button type="button" disabled={state.checking} onClick={() => void model.checkAccount()}>
              {state.checking ? 'Checking …' : 'Try again'}
            </button>
          </div>
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
                origin={origin}
                status={panelStatus(state, site)}
                disabled={state.tooOld || !state.limits}
              />
            )}
            {(state.limits || state.counts.total > 0) && (
              <section className="card rows">
                <div className="bar">
                  <h2>{plural(state.counts.total, 'row')}</h2>
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
                    onClick={() =>
                      confirmed(state.counts.waiting + state.counts.refused) && void model.clear()
                    }
                  >
                    Clear
                  </button>
                </div>
                {state.limits && !state.limits.csv && !state.lapsed && (
                  <p className="hint">CSV files are part of the unlimited plan.</p>
                )}
                {state.counts.optedOut > 0 && (
                  <p className="hint">
                    {plural(state.counts.optedOut, 'row')} won’t be in the file, because the person or company
                    asked not to be listed.
                  </p>
                )}
                <RowTable rows={state.rows} columns={columns} total={state.counts.total} />
              </section>
            )}
            {!state.device && <Account model={model} state={state} site={site} origin={origin} />}
            {state.device && <SendCard model={model} state={state} site={site} origin={origin} />}
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

/** `unsent`: rows that Leadwell doesn't have. */
function confirmed(unsent: number): boolean {
  if (unsent === 0) return true;
  return confirm(
    `Delete all rows? ${plural(unsent, 'row')} ${unsent === 1 ? 'isn’t' : 'aren’t'} in Leadwell.`,
  );
}

function NoStorage({ site }: { site: PanelSite }) {
  return (
    <>
      <Header title={site.name} />
      <main>
        <p className="notice warning" role="alert">
          This browser couldn’t open the place where it keeps your rows. Free some disk space, allow this
          extension to store data, and open this panel again.
        </p>
      </main>
    </>
  );
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

/** What the extension reads, what it never does, and the risk for the user's account on the site. */
function AboutReading({ site, origin }: { site: PanelSite; origin: string | null }) {
  return (
    <div className="about">
      <h3>What it reads</h3>
      <p>
        {site.reads} It reads only the tab where you clicked the Leadwell icon, only while collecting is on
        and this panel is open.
      </p>
      <h3>Where the rows go</h3>
      <p>
        They stay in this browser until you clear them.{' '}
        {origin === null
          ? 'This copy can’t send them anywhere.'
          : `They leave it only when you send them to ${origin}.`}
      </p>
      <h3>What it never does</h3>
      <ul>
        <li>It makes no requests to {site.hosts ? site.name : 'the site'} and opens no pages.</li>
        <li>It reads no cookies or passwords and changes nothing on the page.</li>
        <li>It sends no messages, follows or connection requests.</li>
        <li>It doesn’t work in the background and doesn’t watch what you do.</li>
      </ul>
      {site.agreement && (
        <>
          <h3>Your risk</h3>
          <p>{site.agreement}</p>
        </>
      )}
      <p>
        Names and contact details are personal data. The privacy law that applies to you decides how you may
        use them.
      </p>
    </div>
  );
}
