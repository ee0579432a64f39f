import { main as serve } from '#server/main.ts';
import { buildExtensionsBeside, buildWebIfNeeded } from './web-build.ts';

/** `npm start`: builds the web client and the extensions if needed, and starts the server. */
export async function main(): Promise<void> {
  buildWebIfNeeded();
  buildExtensionsBeside();
  await serve();
}
