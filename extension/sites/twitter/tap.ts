import { startTap } from './start-tap.ts';

startTap(
  /\/i\/api\/graphql\/[^/]+\/(?:Followers|Following|BlueVerifiedFollowers|FollowersYouKnow|ListMembers|ListSubscribers|Likers|Favoriters|Retweeters|SearchTimeline|UserByScreenName)\b/,
  () => [],
);
