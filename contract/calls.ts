import { z } from 'zod';
import { AccountExport, AccountView, SessionView } from './account.ts';
import { AdminInfo, AdminKey, AdminUpgradeInput, AdminUpgradeReply, PaymentSyncReply } from './admin.ts';
import { ConfirmationCode, EmailAddress } from './auth.ts';
import { type Call, call } from './call.ts';
import { CsvExtractionInput, CsvExtractionReply, MailReach } from './emails.ts';
import { ApolloInput, LeadReply, LeadrocksInput, SalesNavigatorInput } from './leads.ts';
import {
  ActivationReply,
  BillingView,
  CheckoutInput,
  CheckoutReply,
  CreditEntriesPage,
  OrderView,
  SessionId,
  TestBillingAct,
  TestCheckoutAct,
  TestCheckoutView,
} from './payments.ts';
import {
  ApolloScraperInput,
  ApolloScraperReply,
  PeopleSearchPreviewInput,
  PeopleSearchView,
} from './people-scraper.ts';
import { TaskRowsPage, TaskView } from './tasks.ts';
import { WebsiteExtractionInput, WebsiteExtractionReply } from './website.ts';

/** 10,000 URLs of 800 characters; usual lists have a tenth of that. */
const URL_LIST_MAX_BYTES = 8 * 1024 * 1024;
/** Filters of a thousand entries with 200 characters each. */
const LEAD_FILTERS_MAX_BYTES = 2 * 1024 * 1024;
/** A file of 50 MB with room for what JSON escapes. */
const CSV_MAX_BYTES = 72 * 1024 * 1024;
const TaskId = z.object({ id: z.uuid() });

/** The table of every function call: the map of the product. */
export const CALLS = {
  websiteExtraction: call({
    name: 'website-extraction',
    method: 'POST',
    summary:
      'Find emails, phones and social profiles on websites. `Prefer: respond-async` answers 202 with the task.',
    costs: true,
    maxBodyBytes: URL_LIST_MAX_BYTES,
    input: WebsiteExtractionInput,
    reply: z.union([WebsiteExtractionReply, TaskView]),
  }),
  csvExtraction: call({
    name: 'csv-extraction',
    method: 'POST',
    summary:
      'Find the emails of people by first name, last name and domain, or verify emails, from a CSV file. `Prefer: respond-async` answers 202 with the task.',
    costs: true,
    maxBodyBytes: CSV_MAX_BYTES,
    input: CsvExtractionInput,
    reply: z.union([CsvExtractionReply, TaskView]),
  }),
  mailReach: call({
    name: 'mail-reach',
    method: 'GET',
    summary: 'Whether mail servers can be asked about addresses from here.',
    input: z.object({}),
    reply: MailReach,
  }),
  account: call({
    name: 'account',
    method: 'GET',
    summary: 'The signed-in account: plan, credits, trial.',
    input: z.object({}),
    reply: AccountView,
  }),
  accountExport: call({
    name: 'account-export',
    method: 'GET',
    summary: 'Everything kept of the account, as one JSON file.',
    input: z.object({}),
    reply: AccountExport,
  }),
  accountDelete: call({
    name: 'account-delete',
    method: 'POST',
    summary: 'Delete the account with all its data and end its subscription. `email` must be its address.',
    input: z.object({ email: EmailAddress }),
    reply: z.object({}),
  }),
  sendConfirmation: call({
    name: 'send-confirmation',
    method: 'POST',
    summary: 'Mail a code to the account’s address, with which its owner confirms it.',
    input: z.object({}),
    reply: z.object({}),
  }),
  confirmEmail: call({
    name: 'confirm-email',
    method: 'POST',
    summary:
      'Confirm the account’s address with the mailed code. Ends the other sessions; `passwordEnded` tells that a new password is needed.',
    input: z.object({ code: ConfirmationCode }),
    reply: z.object({ passwordEnded: z.boolean() }),
  }),
  sessions: call({
    name: 'sessions',
    method: 'GET',
    summary: 'Where the account is signed in, this session first.',
    input: z.object({}),
    reply: z.object({ sessions: z.array(SessionView) }),
  }),
  endSession: call({
    name: 'end-session',
    method: 'POST',
    summary: 'Sign one of the account’s sessions out.',
    input: z.object({ id: z.uuid() }),
    reply: z.object({}),
  }),
  creditEntries: call({
    name: 'credit-entries',
    method: 'GET',
    summary: 'The credit ledger, latest first, in pages: every charge and grant with its reason.',
    input: z.object({
      before: z.coerce.number().int().positive().optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    reply: CreditEntriesPage,
  }),
  task: call({
    name: 'task',
    method: 'GET',
    summary: 'One task of yours: its status and counters.',
    input: TaskId,
    reply: TaskView,
  }),
  taskRows: call({
    name: 'task-rows',
    method: 'GET',
    summary: 'The settled rows of a task, in item order, in pages.',
    input: z.object({
      id: z.uuid(),
      after: z.coerce.number().int().min(-1).default(-1),
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
    reply: TaskRowsPage,
  }),
  taskCsv: call({
    name: 'task-csv',
    method: 'GET',
    summary: 'The settled rows of a task as a CSV file.',
    input: TaskId,
    reply: z.string(),
    replyKind: 'csv',
  }),
  taskCancel: call({
    name: 'task-cancel',
    method: 'POST',
    summary: 'Stop a task. Its rows stay; it can be resumed.',
    input: TaskId,
    reply: TaskView,
  }),
  taskResume: call({
    name: 'task-resume',
    method: 'POST',
    summary: 'Go on with what a stopped task has left.',
    costs: true,
    input: TaskId,
    reply: TaskView,
  }),
  leadrocksLeads: call({
    name: 'leadrocks-lead-export',
    method: 'POST',
    summary:
      'The LeadRocks database: total, suggestions, count, search, export. `Accept: text/csv` makes an export a file, streamed.',
    costs: true,
    maxBodyBytes: LEAD_FILTERS_MAX_BYTES,
    input: LeadrocksInput,
    reply: LeadReply,
  }),
  apolloLeads: call({
    name: 'apollo-lead-export',
    method: 'POST',
    summary: 'The Apollo database, with the actions of leadrocks-lead-export.',
    costs: true,
    maxBodyBytes: LEAD_FILTERS_MAX_BYTES,
    input: ApolloInput,
    reply: LeadReply,
  }),
  salesNavigatorLeads: call({
    name: 'sales-navigator-lead-export',
    method: 'POST',
    summary: 'The Sales Navigator database, with the actions of leadrocks-lead-export.',
    costs: true,
    maxBodyBytes: LEAD_FILTERS_MAX_BYTES,
    input: SalesNavigatorInput,
    reply: LeadReply,
  }),
  createCheckout: call({
    name: 'create-stripe-checkout',
    method: 'POST',
    summary: 'Order the unlimited plan or a pay-per-use run: the address of its checkout.',
    costs: true,
    input: CheckoutInput,
    reply: CheckoutReply,
  }),
  confirmCheckout: call({
    name: 'confirm-checkout',
    method: 'POST',
    summary: 'Ask the payment provider how a checkout of yours ended, and fulfil it if it was paid.',
    input: z.union([z.object({ sessionId: SessionId }), z.object({ devMode: z.literal(true) })]),
    reply: OrderView,
  }),
  orderStatus: call({
    name: 'order-status',
    method: 'GET',
    summary: 'One order of yours.',
    input: z.object({ id: z.uuid() }),
    reply: OrderView,
  }),
  peopleSearchPreview: call({
    name: 'people-search-preview',
    method: 'POST',
    summary:
      'What is understood of a pasted people-search address, what is not and why, and how many records there are.',
    input: PeopleSearchPreviewInput,
    reply: PeopleSearchView,
  }),
  apolloScraper: call({
    name: 'apollo-scraper',
    method: 'POST',
    summary:
      'Run your oldest paid, unrun order with this search and record count, once. `Prefer: respond-async` answers 202 with the order.',
    costs: true,
    input: ApolloScraperInput,
    reply: z.union([ApolloScraperReply, OrderView]),
  }),
  peopleOrders: call({
    name: 'people-orders',
    method: 'GET',
    summary: 'Your pay-per-use orders, latest first, with how they stand.',
    input: z.object({}),
    reply: z.object({ orders: z.array(OrderView) }),
  }),
  peopleFile: call({
    name: 'people-file',
    method: 'GET',
    summary: 'The records of an order as a CSV file, by the address that its order names.',
    access: 'public',
    input: z.object({ order: z.uuid(), token: z.string().max(1000) }),
    reply: z.string(),
    replyKind: 'csv',
  }),
  billing: call({
    name: 'billing',
    method: 'GET',
    summary: 'Your subscription, and whether a trial can still be had.',
    input: z.object({}),
    reply: BillingView,
  }),
  billingPortal: call({
    name: 'billing-portal',
    method: 'POST',
    summary: 'The address where a subscriber cancels, changes the card and finds invoices.',
    input: z.object({}),
    reply: z.object({ url: z.string() }),
  }),
  activationCode: call({
    name: 'activation-code',
    method: 'GET',
    summary: 'The activation code of a paid checkout, or of a signed-in unlimited account.',
    access: 'public',
    input: z.object({ sessionId: SessionId.optional() }),
    reply: ActivationReply,
  }),
  staffCheck: call({
    name: 'staff-check',
    method: 'POST',
    summary: 'Whether the signed-in person is confirmed staff, who have the unlimited plan.',
    input: z.object({ email: z.string().max(254).optional() }),
    reply: z.object({ success: z.boolean() }),
  }),
  testCheckout: call({
    name: 'test-checkout',
    method: 'GET',
    summary: 'A checkout of the built-in test payments, as its page shows it.',
    input: z.object({ sessionId: SessionId }),
    reply: TestCheckoutView,
  }),
  testCheckoutAct: call({
    name: 'test-checkout-act',
    method: 'POST',
    summary: 'Pay, fail or cancel a checkout of the built-in test payments.',
    input: z.object({ sessionId: SessionId, act: TestCheckoutAct }),
    reply: z.object({ url: z.string() }),
  }),
  testBillingAct: call({
    name: 'test-billing-act',
    method: 'POST',
    summary: 'Cancel a subscription of the built-in test payments, or let its next payment fail.',
    input: z.object({ act: TestBillingAct }),
    reply: BillingView,
  }),
  adminInfo: call({
    name: 'admin-info',
    method: 'POST',
    summary: 'What the admin page shows to whoever has the key.',
    access: 'public',
    input: z.object({ adminKey: AdminKey }),
    reply: AdminInfo,
  }),
  adminPrefill: call({
    name: 'admin-prefill',
    method: 'GET',
    summary: 'The admin key of an embedded server, for this machine only; null everywhere else.',
    access: 'public',
    input: z.object({}),
    reply: z.object({ adminKey: z.string().nullable() }),
  }),
  adminUpgrade: call({
    name: 'admin-upgrade-account',
    method: 'POST',
    summary: 'Give the account of an email the unlimited plan.',
    access: 'public',
    input: AdminUpgradeInput,
    reply: AdminUpgradeReply,
  }),
  adminUpgradeDirectly: call({
    name: 'admin-upgrade-directly',
    method: 'POST',
    summary: 'The same, as the second way of the admin page.',
    access: 'public',
    input: AdminUpgradeInput,
    reply: AdminUpgradeReply,
  }),
  bulkSyncPayments: call({
    name: 'bulk-sync-payments',
    method: 'POST',
    summary: 'Compare every subscription with the payment provider.',
    access: 'public',
    input: z.object({ adminKey: AdminKey }),
    reply: PaymentSyncReply,
  }),
  missingPage: call({
    name: 'missing-page',
    method: 'POST',
    summary: 'Log an address of the web client that leads nowhere.',
    access: 'public',
    input: z.object({ path: z.string().max(2048) }),
    reply: z.object({}),
  }),
} as const satisfies Record<string, Call>;
