import { startPanel } from '../../core/panel/panel.tsx';
import { read } from './reader.ts';
import { twitter } from './site.ts';

await startPanel({
  ...twitter,
  hosts: /^(?:www\.|mobile\.)?(?:x|twitter)\.com$/,
  resultPages:
    /\/(?:followers|following|verified_followers|followers_you_follow|members|retweets|likes|search)\b/,
  howTo: 'Open a list of followers on X and scroll through it.',
  read,
  rowsPerDay: 2000,
  reads:
    'It reads the profiles in the list and the responses that X loads for it: name, handle, bio with an email in it, category, counts, place and website.',
  agreement:
    'X’s terms prohibit collecting data from its pages without written consent. X may lock or suspend your account. You decide whether to use this extension.',
});
