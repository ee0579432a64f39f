import type { SiteGuide } from '../../site.ts';
import { twitter } from './site.ts';

export const twitterGuide: SiteGuide<(typeof twitter.columns)[number]> = {
  site: twitter,
  website: 'X',
  about:
    "Save the followers of any account on X with bio, location, website and follower counts. People who follow a competitor or a conference often are the audience you're looking for.",
  openStep: 'Open an account on X and click its followers.',
  collectStep: 'Scroll through the list. Each profile you pass is saved once.',
  reads:
    'The profiles in the list, and the responses that X loads for it: name, handle, bio with an email in it, category, counts, location and website.',
  terms:
    "X's terms prohibit collecting data from its pages without written consent. X may lock or suspend your account. The extension stops at 2,000 new rows a day. It's your decision whether to use it.",
  sample: {
    columns: ['name', 'handle', 'followers', 'location', 'website'],
    rows: [
      ['Ines Duarte', 'inesduarte', '18,204', 'Porto', 'kestrel-optics.example'],
      ['Tom Aldous', 'tomaldous', '2,391', 'Bristol, UK', 'tundra-freight.example'],
    ],
  },
};
