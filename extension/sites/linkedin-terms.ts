/** What the panel says about the risk. */
export const LINKEDIN_AGREEMENT =
  'LinkedIn’s user agreement prohibits collecting data with any software, including browser extensions, also when it saves only what you see. LinkedIn may restrict or close your account. You decide whether to use this extension.';

/** New rows a day, so that the user's account doesn't stand out. */
export const LINKEDIN_ROWS_PER_DAY = 1000;

/** What the dashboard says about the risk. */
export const LINKEDIN_TERMS =
  "LinkedIn's user agreement prohibits collecting data with any software, including browser extensions that only save what you see. LinkedIn may restrict or close your account. The extension stops at 1,000 new rows a day. It's your decision whether to use it.";
