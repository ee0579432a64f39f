import { COLLECT_COLUMNS } from '#contract/collect-sites.ts';
import { readTwitter } from '#engines/site-readers/twitter/read-twitter.ts';
import { startPanel } from '../shell/panel/start-panel.tsx';

await startPanel({
  id: 'twitter',
  title: 'X',
  rowsName: 'profiles',
  hosts: /^(?:www\.|mobile\.)?(?:x|twitter)\.com$/,
  resultPages:
    /\/(?:followers|following|verified_followers|followers_you_follow|members|retweets|likes|search)\b/,
  howTo: 'Open a list of followers on X and scroll through it.',
  read: readTwitter,
  columns: COLLECT_COLUMNS.twitter,
  basicColumns: ['name', 'handle', 'bio', 'followers'],
  free: null,
  rowsPerDay: 2000,
  hasTap: true,
  hasScroll: false,
  reads:
    'It reads the profiles in the list and the responses that X loads for it: name, handle, bio with an email in it, category, counts, place and website.',
  agreement:
    'X’s terms forbid collecting data from its pages without written consent. X may lock or suspend your account. You decide whether to use this extension.',
});
