import { ENDED_ACCESS, ENDED_WITH_PASSWORD } from './ended-access.ts';
import { MONTHLY_EXPORT_CAP_LEADS, UNLIMITED_PRICE } from './limits.ts';
import { plural, specPlural } from './plural.ts';

const LOGGED_OUT = `Other sessions have been logged out, and ${ENDED_ACCESS} have been turned off.`;

/** "40 seconds", "10 minutes". */
function duration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  return whole < 90 ? specPlural(whole, 'second') : specPlural(Math.round(whole / 60), 'minute');
}

/**
 * The specification's message catalog (spec accounts §8, lead tools §8), and the messages we add to it. Those of one tool
 * are in its folder.
 */
export const MESSAGES = {
  auth: {
    fillAllFields: 'Please fill in all fields.',
    invalidEmail: 'Please enter a valid email address',
    shortPassword: 'Password must be at least 8 characters',
    paddedPassword: 'Password must be at least 8 characters, not counting spaces at the start or the end',
    emailPassword: 'Your password can’t be your email address or a part of it. Choose another one.',
    commonPassword:
      'This password is one of the most common ones, so it is easy to guess. Choose another one.',
    phoneShape: 'Please enter a valid phone number, such as +1 202 555 0143',
    shortName: 'Name must be at least 2 characters',
    loginFailed: 'Login failed. Please check your credentials.',
    notRegistered: 'This email is not registered. Please sign up first.',
    alreadyRegistered: 'This email is already registered. Please use a different email.',
    signupFailed: 'Signup failed. Please try again.',
    unexpected: 'An unexpected error occurred',
    loginSuccessful: 'Login successful.',
    notStored:
      "Your browser couldn't store your login. Allow this site to store data, or free some space, then log in.",
    loggedInUntilReload:
      'Your browser blocks storage for this site. You have to log in again after you reload or leave it.',
    accountCreated: 'Account created successfully! You have 1000 free credits to start your 7-day trial.',
    accountCreatedCardNext:
      "Account created successfully! To use your 1000 free credits, start the trial with a card. It isn't charged for 7 days.",
    loggedOut: 'You have been logged out.',
    sessionEnded: 'Your session has ended. Log in to pick up where you left off.',
    accountCreatedAgain: 'Account created successfully!',
    noFreeCredits:
      'Your mailbox has had an account before, or its address is disposable, so this account starts without free credits. Upgrade to Unlimited to use the tools.',
    forgotPassword: 'Forgot password?',
    resetSent: (email: string) =>
      `If ${email} has an account, we sent a link to set a new password. It expires in one hour.`,
    loginLinkSent: (email: string) =>
      `Open the link we sent to ${email}, or enter the code from that email. Both expire in one hour.`,
    linkInvalid: 'This link has expired or has already been used. Request a new one.',
    codeInvalid: 'This code is incorrect, has expired, or has already been used.',
    codeShape: 'Please enter the 6-digit code from the email',
    passwordChanged: 'Your password has been changed. Other sessions have been logged out.',
    passwordReset: `Your password has been changed. Other sessions have been logged out. If you had a password before, ${ENDED_WITH_PASSWORD} have been turned off.`,
    samePassword: 'New password should be different from the old password.',
    currentPasswordNeeded: 'Enter your current password to set a new one.',
    disabled: 'This account has been disabled. Contact the operator of this server.',
    wrongCurrentPassword: 'Your current password is incorrect.',
    mailedTooOften: 'Too many emails requested. Please wait before you request another.',
  },
  secondFactor: {
    codeShape: 'Enter the 6 digits from your app, or a recovery code',
    appCodeShape: 'Enter the 6 digits from your app',
    wrongCode:
      "This code is incorrect or was already used. Enter the code your app shows now. If it's always wrong, check your phone's clock.",
    ticketExpired: 'Your login took too long or had too many wrong codes. Please log in again.',
    confirmFirst: 'Confirm your email address first.',
    alreadyOn: 'Two-factor login is already on.',
    notOn: 'Two-factor login is off.',
    setupExpired: 'This setup has expired. Start again.',
    passwordNeeded: 'Enter your current password first.',
    signInNeeded: 'For your security, log out and log in again. Then come back here within an hour.',
    turnedOn: 'Two-factor login is on. Your other sessions have been logged out.',
    turnedOff: 'Two-factor login is off.',
  },
  providers: {
    notSetUp: "This login isn't available on this server.",
    startAgain: 'This login has expired or was started in another browser. Please try again.',
    rejected: (provider: string) => `${provider} didn't confirm your login. Please try again.`,
    unreachable: (provider: string) => `We can't reach ${provider} right now. Please try again shortly.`,
    unverified: (provider: string) =>
      `${provider} didn't confirm that your email address is yours. Log in with an emailed link, then connect ${provider} in your settings.`,
    otherConnected: (provider: string) =>
      `Your account is connected to another ${provider} account. Log in another way, then change it in your settings.`,
    taken: (provider: string) =>
      `This ${provider} account is connected to another Leadwell account. Nothing was changed.`,
    alreadyConnected: (provider: string) =>
      `A ${provider} account is already connected. Disconnect it first.`,
    lastMethod: 'Set a password first, so that you can still log in.',
    connected: (provider: string) => `${provider} is connected. You can now log in with it.`,
    disconnected: (provider: string) => `${provider} is disconnected.`,
  },
  settings: {
    saved: 'Your profile has been saved.',
    mailSaved: 'Your notification settings have been saved.',
    codeSent: (email: string) => `We sent a code to ${email}. It expires in one hour.`,
    endsAccess: `This logs out your other sessions and turns off ${ENDED_ACCESS}. You can set them up again.`,
    confirmed: `Your email address is confirmed. ${LOGGED_OUT}`,
    confirmedPasswordEnded: `Your email address is confirmed. Your old password no longer works, so choose a new one. ${LOGGED_OUT}`,
    alreadyConfirmed: 'Your email address is already confirmed.',
    sameEmail: 'This is already your address.',
    emailChangeSent: (email: string) =>
      `Open the link we sent to ${email}, or enter the code from that email. Until then, your address stays the same.`,
    emailChanged: `Your email address has been changed. ${LOGGED_OUT}`,
    emailTaken: 'Another account now uses this address. Nothing was changed.',
    sessionEnded: 'The session has been logged out.',
    othersEnded: 'All other sessions have been logged out.',
    exportFailed: "We couldn't export your data. Please try again.",
    deleteWrongEmail: 'To delete your account, type its email address.',
    deleted: 'Your account and all its data have been deleted.',
    notDeleted: "We couldn't cancel your subscription, so nothing was deleted. Please try again.",
  },
  gate: {
    notSignedIn: 'You need to be logged in to use this feature',
    trialExpired: `Your trial has expired. Please subscribe for ${UNLIMITED_PRICE}/month to continue using the service.`,
    cardNeeded:
      "To use this tool, try Unlimited free for 7 days. You need a payment method, but your card isn't charged during the trial.",
    planNeeded: `You've already had your free trial of Unlimited. Subscribe for ${UNLIMITED_PRICE}/month to use this tool.`,
    noCredits: `You have no credits left. Please subscribe for ${UNLIMITED_PRICE}/month to continue using the service.`,
    ranOut: `You've run out of credits. Please subscribe for ${UNLIMITED_PRICE}/month to continue using the service.`,
    lowCredits: (credits: number) =>
      `You have only ${specPlural(credits, 'credit')} left. Consider upgrading your plan.`,
    trialWarning: (days: number) =>
      `Your trial expires in ${specPlural(days, 'day')}. Subscribe for ${UNLIMITED_PRICE}/month to keep using the service.`,
    upgradeNow: 'Upgrade Now',
  },
  payments: {
    logInToUpgrade: 'Please log in to upgrade your plan',
    activated: 'Your unlimited plan access has been activated! 🎉',
    failedRevoked: 'Your payment failed. Access has been revoked. Please update your payment method.',
    firstFailed: "Your payment failed, so Unlimited didn't start. You weren't charged. You can try again.",
    canceled: 'Payment was canceled',
    checkoutFailed: 'Failed to create checkout session',
    notListed: "We couldn't reach the payment provider, so nothing was synced.",
    invalidResponse: 'Invalid response from payment server',
    sessionFailed: 'Failed to create payment session. Please try again.',
    somethingWrong: 'Something went wrong. Please try again.',
    upgraded: 'Account upgraded to unlimited plan - redirecting to dashboard',
    upgradeFailed: 'Failed to upgrade account',
    pending: 'Your payment is being processed. Your plan changes as soon as it goes through.',
    paymentDue:
      'Your last payment failed, so your subscription is on hold. Update your payment method in Manage billing.',
    trialUsed: "You've already had your free trial. You haven't been charged.",
    trialRefused:
      "This card or mailbox already had a free trial, so we didn't start a second one. You weren't charged. To use Unlimited, subscribe without a trial.",
    boughtTwice:
      'You already have the unlimited plan, so we canceled this second purchase. If you paid for it, you get your money back.',
    otherCheckout:
      "We couldn't find this payment in your account. If you paid, log in with the account you used.",
    alreadyUnlimited: "You already have the unlimited plan. You weren't charged.",
    priceDiffers: "The price in the request doesn't match our price. No order was placed.",
    notSetUp: "Payments aren't set up on this server. You weren't charged.",
    testLocked:
      "Payments aren't set up on this server. You weren't charged. If you run it, open the operator link from its terminal to use test payments.",
    nothingToManage: "You don't have a subscription to manage yet.",
    customerGone:
      'The payment provider no longer has your billing details, so there is nothing to manage. You can subscribe again on the pricing page.',
    testNotice: 'Test payment: no card is charged',
    activationCopied: 'Activation code copied to clipboard!',
    activationMissing:
      'Your activation code appears here after your purchase. To see it, log in to an account with the unlimited plan.',
  },
  admin: {
    enterEmail: 'Please enter an email first',
    enterKey: 'Please enter admin key first',
    wrongKey: 'The admin key is incorrect.',
    linkUsed:
      'This link has been used or has expired. Restart the server to get a new one, or enter the admin key.',
    linkOpened: 'The admin key is filled in, and test payments work in this browser.',
    noSuchAccount: 'No account has this email.',
    upgraded: (email: string, way: 'via edge function' | 'directly', plan = 'unlimited') =>
      `Successfully upgraded ${email} to ${plan} plan ${way}`,
    upgradeFailed: (error: string) => `Failed to upgrade account: ${error || 'Unknown error'}`,
    upgradeBroke: 'Failed to upgrade account. Please try again.',
    takeBackFailed: (error: string) => `Couldn't take back the plan: ${error || 'Unknown error'}`,
    takeBackBroke: "Couldn't take back the plan. Please try again.",
    synced: (synced: number, skipped: number, errors: number) =>
      `Bulk sync completed! ${specPlural(synced, 'user')} synced, ${skipped} skipped, ${specPlural(errors, 'error')}.`,
    syncFailed: (error: string) => `Bulk sync failed: ${error || 'Unknown error'}`,
    syncBroke: 'Bulk sync failed. Please try again.',
  },
  csv: {
    downloaded: (rows: number) => `CSV file downloaded successfully - ${specPlural(rows, 'result')}`,
    downloadFailed: 'Failed to download CSV file',
    nothingToExport: 'No data to export',
    tooManyRows: 'Maximum 100,000 rows per file. Split it into smaller files.',
  },
  leads: {
    applyFilters: 'Apply Filters to View Leads',
    selectFilters: (database: string) =>
      `Please select filters from the sidebar to view leads from the ${database} database.`,
    noneFound: 'No leads found matching your criteria',
    loadFailed: 'Failed to load leads',
    countFailed: 'Failed to load count',
    totalFailed: 'Failed to load database count',
    industriesFailed: 'Failed to load industry suggestions',
    exportFailed: 'Export failed',
    applyBeforeExport: 'Please apply filters before exporting',
    exported: (leads: number) => `Exported ${specPlural(leads, 'lead')}`,
    exportInterrupted: "The download was interrupted. You aren't charged for leads that weren't sent.",
    monthlyCap: (leads: number, left: number) =>
      `Exporting ${plural(leads, 'lead')} would exceed the unlimited plan's limit of ${plural(MONTHLY_EXPORT_CAP_LEADS, 'lead')} a month, of which ${left.toLocaleString('en-US')} ${left === 1 ? 'is' : 'are'} left. Narrow your filters, or export only the first ones.`,
    creditsShort: (leads: number, credits: number, cost = leads) =>
      `You need ${plural(cost, 'credit')} to export ${plural(leads, 'lead')}. You have ${plural(credits, 'credit')}.`,
  },
  scraper: {
    notLoggedIn: 'Please log in to use Apollo Scraper',
    noUrl: 'Please enter a valid Apollo URL',
    recordRange: 'Record count must be between 1,000 and 50,000',
    paid: 'Payment successful! Starting Apollo scraping...',
    completed: (records: number) => `Scraping completed! ${specPlural(records, 'record')} extracted.`,
    failed: (message: string) => `Scraping failed: ${message || 'Unknown error'}`,
    broke: 'Scraping failed. Please try again.',
    nothingPaid: 'No paid order with this search and record count is waiting to run.',
  },
  extensions: {
    opening: 'Opening Chrome extension download page...',
    openingFirefox: 'Opening Firefox extension download page...',
    premium: (tool: string) =>
      `Premium Feature: ${tool} is available for paid plan users only. Upgrade your plan to access this powerful tool.`,
    upgrade: 'Upgrade to Paid Plan',
    disconnected: 'The browser has been disconnected.',
    codeReplaced: 'You have a new activation code. All browsers have been disconnected.',
  },
  tasks: {
    none: 'No tasks found...',
    noneYet: 'No results yet...',
    failed: 'Failed to extract data. Please try with fewer URLs or contact support.',
    /** The specification's text, with the time that the run took. */
    timedOut: (seconds: number) =>
      `Processing timed out after ${duration(seconds)}. Showing partial results.`,
    completed: (urls: number) => `Processing completed! Extracted data from ${specPlural(urls, 'URL')}...`,
    busy: 'This may take a few minutes...',
    processingFailed: 'Processing failed...',
    cancelled: 'Processing cancelled',
  },
  shell: {
    notLoaded: "We couldn't load this. Check your connection and try again.",
    pageMissing: "The page you're looking for doesn't exist or has been moved.",
    returnHome: 'Return to Home',
  },
} as const;
