import { startTap } from '../../core/page/start-tap.ts';

/** JSON texts in the page's first state start with this. */
const PREFIX = ")]}'";
const MAX_STEPS = 20_000;

startTap(/\/search\?(?:.*&)?tbm=map|\/maps\/(?:preview|rpc)\//, () => {
  const found: string[] = [];
  const waiting: unknown[] = [(window as { APP_INITIALIZATION_STATE?: unknown }).APP_INITIALIZATION_STATE];
  for (let steps = 0; waiting.length > 0 && steps < MAX_STEPS; steps++) {
    const value = waiting.pop();
    if (typeof value === 'string' && value.startsWith(PREFIX)) found.push(value);
    else if (typeof value === 'object' && value !== null)
      waiting.push(...Object.values(value).slice(0, MAX_STEPS));
  }
  return found;
});
