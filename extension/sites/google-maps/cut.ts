import { startCut } from '../../core/page/start-cut.ts';

startCut({
  cards:
    '[role="feed"] > div:has(a[href*="/maps/place/"]), [role="main"]:has([data-item-id]):not(:has([role="feed"]))',
  around: '[role="main"] a[href*="/maps/place/"]',
  hint: '[role="feed"] a[href*="/maps/"], [role="main"] a[href*="/maps/place/"], [role="main"]:has([data-item-id])',
  marks: [
    ['title', 'h1'],
    ['item', '[data-item-id]', 'data-item-id'],
    ['authority', 'a[data-item-id="authority"]', 'href'],
    ['website', 'a[data-value]', 'href'],
    ['category', 'button[jsaction*="category"]'],
    ['hours', '[data-item-id="oh"], [jsaction*="openhours"] [aria-label]', 'aria-label'],
    ['rating', '[role="img"][aria-label]', 'aria-label'],
  ],
  skip: 'h1',
  scroll: '[role="feed"]',
});
