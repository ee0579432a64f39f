import { buildWeb } from './web-build.ts';

/** `npm run build`: builds the web client. */
export function main(): void {
  buildWeb();
}
