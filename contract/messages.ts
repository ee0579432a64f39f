/** Every text of the specification's message catalogue, once (spec accounts §8, lead tools §8). */

export const MESSAGES = {
  auth: {
    fillAllFields: 'Please fill in all fields.',
    invalidEmail: 'Please enter a valid email address',
    shortPassword: 'Password must be at least 8 characters',
    shortName: 'Name must be at least 2 characters',
    loginFailed: 'Login failed. Please check your credentials.',
    notRegistered: 'This email is not registered. Please sign up first.',
    alreadyRegistered: 'This email is already registered. Please use a different email.',
    signupFailed: 'Signup failed. Please try again.',
    unexpected: 'An unexpected error occurred',
    loginSuccessful: 'Login successful.',
    accountCreated: 'Account created successfully! You have 1000 free credits to start your 7-day trial.',
    loggedOut: 'You have been logged out.',
    notAuthenticated: 'User not authenticated',
  },
  gate: {
    notSignedIn: 'You need to be logged in to use this feature',
    trialExpired: 'Your trial has expired. Please subscribe for $49/month to continue using the service.',
    cardNeeded: 'Add a payment method to start your 7-day trial. Your card is not charged during the trial.',
    noCredits: 'You have no credits left. Please subscribe for $49/month to continue using the service.',
    ranOut: "You've run out of credits. Please subscribe for $49/month to continue using the service.",
    lowCredits: (credits: number) => `You have only ${credits} credits left. Consider upgrading your plan.`,
    trialWarning: (days: number) =>
      `Your trial expires in ${days} day(s). Subscribe for $49/month to keep using the service.`,
    upgradeNow: 'Upgrade Now',
  },
  payments: {
    logInToUpgrade: 'Please log in to upgrade your plan',
    activated: 'Your unlimited plan access has been activated! 🎉',
    failedRevoked: 'Your payment failed. Access has been revoked. Please update your payment method.',
    canceled: 'Payment was canceled',
    checkoutFailed: 'Failed to create checkout session',
    invalidResponse: 'Invalid response from payment server',
    sessionFailed: 'Failed to create payment session. Please try again.',
    somethingWrong: 'Something went wrong. Please try again.',
  },
  extraction: {
    noUrls: 'Please enter at least one URL',
    tooManyUrls: 'Maximum 10,000 URLs per request',
    failed: 'Failed to extract data. Please try with fewer URLs or contact support.',
    noResults: 'No results were extracted. Please try with different URLs.',
    timedOut: 'Processing timed out after 10 minutes. Showing partial results.',
    completed: (urls: number) => `Processing completed! Extracted data from ${urls} URLs...`,
    busy: 'This may take a few minutes...',
    processingFailed: 'Processing failed...',
    cancelled: 'Processing cancelled',
  },
  csv: {
    downloaded: (rows: number) => `CSV file downloaded successfully - ${rows} results`,
    downloadFailed: 'Failed to download CSV file',
    nothingToExport: 'No data to export',
  },
  tasks: {
    none: 'No tasks found...',
    noneYet: 'No results yet...',
  },
  shell: {
    pageMissing: "The page you're looking for doesn't exist or has been moved.",
    returnHome: 'Return to Home',
  },
} as const;
