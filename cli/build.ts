import { buildExtensions, buildWeb } from './web-build.ts';

/** `npm run build`: builds the web client and the browser extensions. */
export function main(): void {
  buildWeb();
  buildExtensions();
}
