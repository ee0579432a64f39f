import { useState } from 'react';
import { SITE_PATHS } from '#contract/collect-sites.ts';
import { plural } from '#contract/plural.ts';
import type { PanelModel } from '../panel-model.ts';
import type { PanelSite } from '../panel-site.ts';
import type { PanelState } from '../panel-state.ts';
import { LeadwellLink } from './leadwell-link.tsx';

/** What a part of the panel shows and changes. */
export interface PanelPartProps {
  model: PanelModel;
  state: PanelState;
  site: PanelSite;
  /** of the Leadwell server; null without one */
  origin: string | null;
}

/** Asks for the activation code. */
export function Account({ model, state, site, origin }: PanelPartProps) {
  const [code, setCode] = useState('');
  if (!state.hasServer) {
    return (
      <p className="notice plain">
        This copy isn’t connected to a Leadwell server. Download the extension from your dashboard to activate
        it.
      </p>
    );
  }
  return (
    <form
      className="card"
      onSubmit={(event) => {
        event.preventDefault();
        void model.activate(code);
      }}
    >
      <h2>Activate</h2>
      <p>
        {site.free
          ? `Without a plan, you can keep ${site.free.rows} ${site.rowsName}. The unlimited plan has no such limit.`
          : 'This extension is part of the unlimited plan.'}{' '}
        Copy your activation code from{' '}
        <LeadwellLink origin={origin} path={SITE_PATHS[site.id]}>
          this extension’s page in Leadwell
        </LeadwellLink>
        .
      </p>
      <label htmlFor="code">Activation code</label>
      <div className="bar">
        <input
          id="code"
          value={code}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          aria-describedby={state.activationError ? 'code-error' : undefined}
          onChange={(event) => setCode(event.target.value)}
        />
        <button type="submit" className="primary" disabled={code.trim() === '' || state.activating}>
          Activate
        </button>
      </div>
      {state.activationError && (
        <p id="code-error" className="notice warning" role="alert">
          {state.activationError}
        </p>
      )}
    </form>
  );
}

/** Sends rows to a list in the user's account. */
export function SendCard({ model, state, site, origin }: PanelPartProps) {
  const { sentTo } = state;
  const { waiting, sent } = state.counts;
  const refused = state.counts.refused + state.counts.optedOut;
  return (
    <form
      className="card"
      onSubmit={(event) => {
        event.preventDefault();
        void model.send();
      }}
    >
      <h2>Send to Leadwell</h2>
      <label htmlFor="list">List</label>
      <div className="bar">
        <input
          id="list"
          value={state.list}
          placeholder={`${site.name}, today`}
          maxLength={100}
          onChange={(event) => void model.setList(event.target.value)}
        />
        <button type="submit" className="primary" disabled={waiting === 0 || state.sending}>
          {state.sending ? 'Sending …' : `Send ${plural(waiting, 'row')}`}
        </button>
      </div>
      <p className="hint" role="status">
        {plural(sent, 'row')} sent, {waiting.toLocaleString('en-US')} not sent
        {refused > 0 && `, ${refused.toLocaleString('en-US')} refused`}.
        {sentTo && (
          <>
            {' '}
            {sentTo.name !== sentTo.asked &&
              `They are in “${sentTo.name}”, because your list “${sentTo.asked}” has rows from elsewhere. `}
            <LeadwellLink origin={origin} path={`/dashboard/lists/${sentTo.id}`}>
              Open the list
            </LeadwellLink>
          </>
        )}
      </p>
      {state.counts.refused > 0 && (
        <div className="notice warning bar">
          <p>
            {plural(state.counts.refused, 'row')} refused. {state.refusals.join(' ')}
          </p>
          <button type="button" disabled={state.sending} onClick={() => void model.sendRefused()}>
            Send again
          </button>
        </div>
      )}
      {state.sendNotice && (
        <p className="notice warning" role="alert">
          {state.sendNotice}
          {state.retrySeconds !== null &&
            ' Your rows stay in this browser. They are sent when Leadwell can be reached, while this panel is open.'}
        </p>
      )}
      <p>
        <button
          type="button"
          className="link"
          disabled={state.disconnecting}
          onClick={() => void model.disconnect()}
        >
          {state.disconnecting ? 'Disconnecting …' : 'Disconnect this browser'}
        </button>
      </p>
    </form>
  );
}
