import type { PanelModel } from '../panel-model.ts';
import type { PanelSite } from '../panel-site.ts';
import type { PanelState } from '../panel-state.ts';
import { count } from '../status-text.ts';

interface SendCardProps {
  model: PanelModel;
  state: PanelState;
  site: PanelSite;
}

/** Sends rows to a list in the user's account. */
export function SendCard({ model, state, site }: SendCardProps) {
  const { waiting, sent, refused } = state.counts;
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
          {state.sending ? 'Sending …' : `Send ${count(waiting, 'row')}`}
        </button>
      </div>
      <p className="hint" role="status">
        {count(sent, 'row')} sent, {waiting.toLocaleString('en-US')} not sent
        {refused > 0 && `, ${refused.toLocaleString('en-US')} refused`}.
      </p>
      {state.sendNotice && (
        <p className="notice warning" role="alert">
          {state.sendNotice}
          {state.retrySeconds !== null &&
            ' Your rows stay in this browser. They are sent when Leadwell can be reached, while this panel is open.'}
        </p>
      )}
      <p>
        <button type="button" className="link" onClick={() => void model.disconnect()}>
          Disconnect this browser
        </button>
      </p>
    </form>
  );
}
