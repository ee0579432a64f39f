import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { CollectedStore } from '../collected-store.ts';
import { extensionSettings } from '../device.ts';
import { leadwellServer, serverOrigin } from '../leadwell-client.ts';
import { PanelModel } from '../panel-model.ts';
import type { PanelSite } from '../panel-site.ts';
import { openTabLink } from '../tab-link.ts';
import { Panel } from './panel.tsx';
import './panel.css';

/** Shows the panel of one site's extension. */
export async function startPanel(site: PanelSite): Promise<void> {
  // The policy of the extension forbids compiled schemas.
  z.config({ jitless: true });
  const { version } = chrome.runtime.getManifest();
  const origin = await serverOrigin();
  const model = new PanelModel(site, {
    store: await CollectedStore.open(),
    settings: extensionSettings,
    server: origin === null ? null : leadwellServer(origin, site.id, version),
    version,
    now: Date.now,
    openLink: (events) => openTabLink(site.hasTap ?? false, events),
    inTurn: (work) => navigator.locks.request('leadwell', work),
  });
  document.title = `Leadwell for ${site.name}`;
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<Panel model={model} site={site} version={version} origin={origin} />);
  await model.load();
}
