import { startCut } from '../../core/page/start-cut.ts';

startCut({
  cards: 'grid-row:has(a[href*="/organization/"]), [role="row"]:has(a[href*="/organization/"])',
  hint: 'grid-body a[href*="/organization/"], [role="row"] a[href*="/organization/"]',
  states: 'script#ng-state, script#client-app-state',
  marks: [
    ['column', '[data-columnid]', 'data-columnid'],
    ['name', 'a[href*="/organization/"]'],
  ],
  skip: 'button',
});
