import { findOrInstallChromium } from '#cli/chromium.ts';
import { bundledServer } from '#cli/package/test-server-bundle.ts';
import { buildExtensionsIfNeeded, buildWebIfNeeded } from '#cli/web-build.ts';

/** Before the first browser test: builds what is missing or older than its source. */
export default async function prepare(): Promise<void> {
  await findOrInstallChromium();
  await bundledServer();
  buildWebIfNeeded();
  buildExtensionsIfNeeded();
}
