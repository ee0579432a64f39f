/** All business constants, with the unit in the name (spec accounts §9, lead tools §9). */

export const UNLIMITED_PRICE_USD_CENTS_PER_MONTH = 4900;
/** The same as people read it: "$49". */
export const UNLIMITED_PRICE = `$${UNLIMITED_PRICE_USD_CENTS_PER_MONTH / 100}`;
export const TRIAL_DAYS = 7;
export const SIGN_UP_CREDITS = 1000;
/** For an account created by signing in with an emailed code or link (docs/deviations.md 4). */
export const FIRST_SIGN_IN_CREDITS = 100;
export const LOW_CREDIT_WARNING_AT_CREDITS = 100;
export const TRIAL_WARNING_AT_DAYS = 2;
/** A task that takes this long or longer is a long one, whose end can be mailed. */
export const LONG_TASK_MINUTES = 10;
export const MONTHLY_EXPORT_CAP_LEADS = 500_000;
/** The most credits an account keeps after a downgrade (spec accounts §4 Plan). */
export const DOWNGRADE_CREDIT_CAP = 1000;
/** Spec lead tools §9. */
export const PAY_PER_USE_CENTS_PER_RECORD = 0.3;
export const PAY_PER_USE_MIN_RECORDS = 1000;
export const PAY_PER_USE_MAX_RECORDS = 50_000;
export const PAYMENT_POLL_MS = 2000;
export const PAYMENT_POLL_STOPS_AFTER_MS = 300_000;

/** Lead databases (spec lead tools §9). */
export const LEAD_PAGE_ROWS = 25;
export const LEAD_PAGES_VIEWABLE = 5;
/** Larger exports are available only as CSV (docs/deviations.md 23). */
export const LEAD_EXPORT_JSON_MAX_ROWS = 50_000;
/** Leads that can be selected one by one for an export. */
export const LEAD_EXPORT_MAX_SELECTED = 1000;
export const LEAD_FILTER_MAX_ENTRIES = 250;
export const LEAD_FILTER_ENTRY_MAX_CHARS = 100;
/** All entries of all filters together: each keyword is compared with every job title. */
export const LEAD_FILTERS_MAX_CHARS = 5000;
/** Enough for the longest filters, also with each character escaped. */
export const LEAD_FILTERS_MAX_BYTES = 256 * 1024;
export const LEAD_SEARCH_TERM_MAX_CHARS = 100;

export const PASSWORD_MIN_CHARS = 8;
/** argon2 hashes any length, so without a limit long passwords could overload the server. */
export const PASSWORD_MAX_CHARS = 1024;
/** An emailed code, and the lifetime of the code and the link sent with it. */
export const MAILED_CODE_DIGITS = 6;
export const MAILED_CODE_MINUTES = 60;
export const NAME_MIN_CHARS = 2;
export const NAME_MAX_CHARS = 200;
export const API_KEY_NAME_MAX_CHARS = 80;

/** An account gets an item it paid for again for free within this time (docs/deviations.md 11). */
export const ANSWER_FRESH_DAYS = 30;
/** docs/deviations.md 22 */
export const CSV_ROWS_PER_TASK = 100_000;
/** Rows of results or of a list that can be selected one by one. */
export const SELECTED_ROWS_MAX = 1000;
/** Rows of a saved list that one task can start with. */
export const LIST_TASK_MAX_ROWS = 10_000;
/** Above these limits a list is refused while it is read, before it fills the memory. */
export const CSV_COLUMNS_MAX = 500;
export const CSV_CELLS_MAX = 5_000_000;
export const RUNNING_TASKS_PER_ACCOUNT = 3;
export const TASK_TIME_BUDGET_MS = 600_000;
/** A list of tasks from /rest/v1 includes `result` only for tasks with at most this many items. */
export const INLINE_RESULT_MAX_ITEMS = 500;

export const RECENT_TASKS_SHOWN = 5;
/** Items of each task that the search of the task history reads, besides the name. */
export const TASK_SEARCHED_ITEMS = 100;
export const MOBILE_BREAKPOINT_PX = 768;
export const SIDEBAR_COOKIE_DAYS = 7;
export const TOAST_MS = 5000;
export const LONG_TOAST_MS = 8000;
export const COPIED_LABEL_MS = 3000;
export const TASK_POLL_MS = 1000;
export const PAYMENT_SYNC_DELAY_MS = 1000;
/**
 * The delay before the redirect after an upgrade, and before the reload after an admin's upgrade (spec
 * accounts §2 Admin).
 */
export const UPGRADE_REDIRECT_MS = 500;
export const ADMIN_RELOAD_MS = 1000;
/** The largest number in an `integer` column: positions and counts. */
export const INTEGER_MAX = 2_147_483_647;
/** Larger than any id that a database counts up, and exact in JSON. */
export const ROW_ID_MAX = 1_000_000_000_000;
/** Items of a list that are checked for free repeats before a start. */
export const TASK_REPEATS_MAX_ITEMS = 10_000;
