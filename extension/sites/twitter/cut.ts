import { startCut } from '../../core/page/start-cut.ts';

startCut({
  cards: '[data-testid="UserCell"]',
  // Beside posts and in the header of a profile, there are pictures too.
  around: 'main section [data-testid^="UserAvatar-Container-"]:not(article *) a[href]',
  hint: 'main [data-testid^="UserAvatar-Container-"]:not(article *)',
  marks: [],
  skip: 'button, [role="button"], [data-testid="userFollowIndicator"]',
});
