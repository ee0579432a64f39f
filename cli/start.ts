import { main as serve } from '#server/main.ts';
import { buildWebIfNeeded } from './web-build.ts';

/** `npm start`: builds the web client if needed, then starts the server. */
export async function main(): Promise<void> {
  buildWebIfNeeded();
  await serve();
}
