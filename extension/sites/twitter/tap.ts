import { startTap } from '../../core/page/start-tap.ts';

startTap(
  /\/i\/api\/graphql\/[^/]+\/(?:Followers|Following|BlueVerifiedFollowers|FollowersYouKnow|ListMembers|ListSubscribers|Likers|Favoriters|Retweeters|SearchTimeline|UserByScreenName)\b/,
  () => [],
);
