import { main as serve } from '#server/main.ts';
import { buildWebIfNeeded } from './web-build.ts';

/** `npm start`: builds what is needed, then serves. */
export async function main(): Promise<void> {
  buildWebIfNeeded();
  await serve();
}
