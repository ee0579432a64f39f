import type { CollectedStore } from './collected-store.ts';
import { type Device, hasMoreRows, type Settings } from './device.ts';
import type { LeadwellServer } from './leadwell-client.ts';
import type { PanelState } from './panel-state.ts';
import { failureText } from './status-text.ts';

export interface ConnectionPorts {
  store: CollectedStore;
  settings: Settings;
  /** null in a copy that isn't connected to a Leadwell server */
  server: LeadwellServer | null;
  version: string;
  now: () => number;
}

interface ConnectionEvents {
  /** what the panel shows of it */
  onState: (change: Partial<PanelState>) => void;
  /** the device has changed, or what its plan includes */
  onDevice: () => Promise<void>;
}

const STAYS_LISTED =
  'This browser is disconnected here, but Leadwell couldn’t be told. Remove it from the connected browsers in the settings of your account.';

/** The connection of this browser with an account, which all open panels share. */
export class Connection {
  /** null: not connected */
  device: Device | null = null;
  private readonly ports: ConnectionPorts;
  private readonly events: ConnectionEvents;
  /** the check of the account that is on its way */
  private checking: Promise<void> | null = null;
  /** the disconnecting that is on its way */
  private ending: Promise<void> | null = null;

  constructor(ports: ConnectionPorts, events: ConnectionEvents) {
    this.ports = ports;
    this.events = events;
  }

  /** Reads the device that the browser keeps. Calls `onFault` if a change of it by another panel can't be taken over. */
  async load(onFault: () => void): Promise<void> {
    // A panel in another window may activate or disconnect this browser.
    this.ports.settings.onChange('device', () => void this.follow().catch(onFault));
    this.device = await this.stored();
  }

  /** Connects this browser with an activation code. `name`: in the list of connected browsers. */
  async activate(code: string, name: string): Promise<void> {
    const { server, store, settings, version, now } = this.ports;
    if (!server) return;
    this.events.onState({ activating: true, activationError: null });
    const reply = await server.activate(code.trim(), name);
    this.events.onState({ activating: false, activationError: failureText(reply) });
    if (reply.kind !== 'ok') return;
    const { account, ...connection } = reply.value;
    // Another plan may take them.
    await store.sendAgain('refused');
    const last = await settings.get('account');
    // The same account has them, maybe in a list of another day.
    if (account !== undefined && last !== undefined && account !== last) await store.sendAgain('sent');
    if (account !== undefined) await settings.set('account', account);
    await this.keep({
      ...connection,
      plan: '',
      checkedAt: now(),
      latestVersion: version,
      leastVersion: version,
    });
    await this.check();
  }

  /** Ends the connection in Leadwell, and here in any case. The rows stay. */
  disconnect(): Promise<void> {
    this.ending ??= this.end().finally(() => {
      this.ending = null;
    });
    return this.ending;
  }

  /** Looks up what the plan of the account includes now. */
  check(): Promise<void> {
    this.checking ??= this.readAccount().finally(() => {
      this.checking = null;
    });
    return this.checking;
  }

  /** Leadwell no longer knows this device. The rows stay. */
  async lose(device: Device, message: string): Promise<void> {
    const kept = await this.stored();
    // Another panel has connected this browser again.
    if (kept && kept.token !== device.token) {
      this.device = kept;
      return this.events.onDevice();
    }
    await this.keep(null);
    this.events.onState({ activationError: message, sendNotice: null, retrySeconds: null });
  }

  private async end(): Promise<void> {
    const { device } = this;
    if (!device) return;
    this.events.onState({ disconnecting: true });
    const reply = await this.ports.server?.disconnect(device.token);
    await this.keep(null);
    const ended = reply?.kind === 'ok' || reply?.kind === 'signed-out';
    this.events.onState({
      disconnecting: false,
      sendNotice: null,
      retrySeconds: null,
      activationError: ended ? null : STAYS_LISTED,
    });
  }

  private async readAccount(): Promise<void> {
    const { server, store, now } = this.ports;
    const { device } = this;
    if (!server || !device) return;
    this.events.onState({ checking: true });
    const reply = await server.account(device.token);
    this.events.onState({ checking: false });
    // Disconnected meanwhile.
    if (this.device?.token !== device.token) return;
    if (reply.kind === 'signed-out') return this.lose(device, reply.message);
    if (reply.kind !== 'ok') return;
    const { limits } = reply.value;
    const hasMoreFields = limits.fields === 'all' && device.limits.fields === 'basic';
    if (hasMoreRows(limits, device.limits) || hasMoreFields) await store.sendAgain('refused');
    if (hasMoreFields) await store.sendAgain('sent');
    await this.keep({ ...device, ...reply.value, checkedAt: now() });
  }

  /** Takes over what another panel has stored. */
  private async follow(): Promise<void> {
    const stored = await this.stored();
    // This panel has stored it.
    if (JSON.stringify(stored) === JSON.stringify(this.device)) return;
    this.device = stored;
    if (stored) this.events.onState({ activationError: null });
    await this.events.onDevice();
  }

  private async stored(): Promise<Device | null> {
    return ((await this.ports.settings.get('device')) as Device | undefined) ?? null;
  }

  private async keep(device: Device | null): Promise<void> {
    this.device = device;
    await this.ports.settings.set('device', device);
    await this.events.onDevice();
  }
}
