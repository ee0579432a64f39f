import type { Status } from '../status-text.ts';
import type { PanelPartProps } from './account.tsx';

interface CollectCardProps extends PanelPartProps {
  status: Status;
  /** collecting can't be turned on */
  disabled: boolean;
}

/** Turns collecting on and off. Shows what it does at the moment, and the limits. */
export function CollectCard({ model, state, site, status, disabled }: CollectCardProps) {
  const { limits } = state;
  return (
    <section className="card">
      <Switch
        label="Collecting"
        on={state.collecting}
        disabled={disabled && !state.collecting}
        onChange={(on) => void model.setCollecting(on)}
      />
      <p className={`notice ${status.tone}`} role="status">
        {status.text}
      </p>
      {site.hasScroll && state.collecting && (
        <>
          <Switch
            label="Scroll the list for me"
            on={state.scroll !== 'off' && state.scroll !== 'end'}
            onChange={(on) => model.setScroll(on)}
          />
          {state.scroll === 'end' && <p className="hint">This is the end of the list.</p>}
          {state.scroll === 'hidden' && <p className="hint">Scrolling waits until you see the page.</p>}
        </>
      )}
      <p className="hint">
        {limits && limits.rows !== null && `${state.counts.total} of ${limits.rows} ${site.rowsName} kept. `}
        {site.rowsPerDay !== null &&
          `${state.dayRows.toLocaleString('en-US')} of ${site.rowsPerDay.toLocaleString('en-US')} new rows today. `}
        Collecting ends when you close this panel.
      </p>
    </section>
  );
}

interface SwitchProps {
  label: string;
  on: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}

function Switch({ label, on, disabled = false, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      className="switch"
      disabled={disabled}
      onClick={() => onChange(!on)}
    >
      <span>{label}</span>
      <span className="grow" />
      <span aria-hidden="true" className="hint">
        {on ? 'On' : 'Off'}
      </span>
      <span aria-hidden="true" className="track" />
    </button>
  );
}
