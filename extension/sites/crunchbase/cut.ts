import { startCut } from '../../core/page/start-cut.ts';

// A company's own page links to others, so only links in a table are results.
const RESULTS =
  'grid-body a[href*="/organization/"], :is([role="grid"], [role="table"], [role="rowgroup"], [role="row"]) a[href*="/organization/"]';

startCut({
  cards: 'grid-row:has(a[href*="/organization/"]), [role="row"]:has(a[href*="/organization/"])',
  around: RESULTS,
  hint: RESULTS,
  states: 'script#ng-state, script#client-app-state',
  marks: [
    ['column', '[data-columnid]', 'data-columnid'],
    ['name', 'a[href*="/organization/"]'],
  ],
  skip: 'button',
});
