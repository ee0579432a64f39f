import { buildWeb } from './web-build.ts';

/** `npm run build`: the web client, whether or not it is needed. */
export function main(): void {
  buildWeb();
}
