export const LINKEDIN_AGREEMENT =
  'LinkedIn’s user agreement forbids collecting data with any software, including browser extensions, also when it saves only what you see. LinkedIn may restrict or close your account. You decide whether to use this extension.';

/** New rows a day, so that the user's account doesn't stand out. */
export const LINKEDIN_ROWS_PER_DAY = 1000;
