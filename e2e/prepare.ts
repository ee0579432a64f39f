import { findOrInstallChromium } from '#cli/chromium.ts';
import { buildExtensionsIfNeeded, buildWebIfNeeded } from '#cli/web-build.ts';

/** Before the first browser test: builds what is missing or older than its source. */
export default async function prepare(): Promise<void> {
  await findOrInstallChromium();
  buildWebIfNeeded();
  buildExtensionsIfNeeded();
}
