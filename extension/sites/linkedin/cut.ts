import { startCut } from '../../core/page/start-cut.ts';

startCut({
  cards: '[role="listitem"]:has(a[href*="/in/"]), main li:has(a[href*="/in/"])',
  around: 'main a[href*="/in/"]',
  hint: 'main a[href*="/in/"]',
  marks: [],
  skip: 'button, [role="button"], .visually-hidden',
});
