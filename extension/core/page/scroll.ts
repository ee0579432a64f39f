import type { ScrollMessage } from '../messages.ts';

const STEP_MS = 1500;
const STEP_SPREAD_MS = 1000;
/** Steps without any movement or new height after which the list has ended. */
const STILL_STEPS = 4;

/**
 * Scrolls the list down step by step while switched on, as a reader would: one screen every 1.5 to 2.5 s. Waits
 * while the page is hidden and stops at the end of the list. Returns the switch, which starts as off.
 */
export function startScroll(selector: string, report: (state: ScrollMessage['state']) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let still = 0;
  const step = () => {
    timer = undefined;
    const list = document.querySelector(selector);
    if (document.hidden) report('hidden');
    else if (list) {
      const before = `${list.scrollTop} ${list.scrollHeight}`;
      list.scrollTop += Math.round(list.clientHeight * 0.8);
      still = before === `${list.scrollTop} ${list.scrollHeight}` ? still + 1 : 0;
      if (still >= STILL_STEPS) return report('end');
      report('moving');
    }
    plan();
  };
  const plan = () => {
    timer = setTimeout(step, STEP_MS + Math.random() * STEP_SPREAD_MS);
  };
  return (on: boolean) => {
    clearTimeout(timer);
    still = 0;
    if (on) plan();
  };
}
