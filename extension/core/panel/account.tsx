import { useState } from 'react';
import type { PanelModel } from '../panel-model.ts';
import type { PanelSite } from '../panel-site.ts';
import type { PanelState } from '../panel-state.ts';

interface AccountProps {
  model: PanelModel;
  state: PanelState;
  site: PanelSite;
}

/** The form for the activation code. */
export function Account({ model, state, site }: AccountProps) {
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
          ? `Without an account you can keep ${site.free.rows} ${site.rowsName}.`
          : 'This extension needs a plan that includes it.'}{' '}
        Your activation code is on this extension’s page in your dashboard.
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
