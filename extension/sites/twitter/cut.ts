import { startCut } from '../../core/page/start-cut.ts';

startCut({
  cards: '[data-testid="UserCell"]',
  hint: '[data-testid^="UserAvatar-Container-"], [data-testid="UserCell"]',
  marks: [],
  skip: 'button, [role="button"], [data-testid="userFollowIndicator"]',
});
