import { z } from 'zod';

/** How often the admin page asks for the status, in ms. */
export const STATUS_REFRESH_MS = 15_000;

/** Parts of the status that are read on their own, so that the others are there while one is down. */
export const StatusPart = z.enum([
  'queue',
  'workers',
  'work',
  'accounts',
  'database',
  'lead databases',
  'checks',
  'backup',
]);
export type StatusPart = z.infer<typeof StatusPart>;

/** What a check of `leadwell doctor` found that isn't fine, and what to do. */
const StatusFault = z.object({
  check: z.string(),
  state: z.enum(['warning', 'fault']),
  says: z.string(),
  todo: z.string().nullable(),
});

/** How the server and its parts are. Times are ISO 8601 in UTC; null: the part is down. */
export const AdminStatus = z.object({
  at: z.string(),
  /** the minutes that requests and work are about */
  minutes: z.int(),
  /** parts that could not be read, and why */
  down: z.array(z.object({ part: StatusPart, says: z.string() })),
  /** to this server, in the last minutes; `failed`: because of the server */
  requests: z.object({ all: z.int(), failed: z.int() }),
  queue: z
    .array(z.object({ kind: z.string(), waiting: z.int(), running: z.int(), oldestSeconds: z.number() }))
    .nullable(),
  workers: z.array(z.object({ name: z.string(), startedAt: z.string(), seenAt: z.string() })).nullable(),
  /** of all workers in the last minutes; hosts: the slowest first */
  work: z
    .object({
      items: z.array(z.object({ tool: z.string(), done: z.int(), failed: z.int() })),
      pages: z.array(z.object({ result: z.string(), count: z.int() })),
      hosts: z.array(z.object({ host: z.string(), requests: z.int(), averageMs: z.number() })),
    })
    .nullable(),
  /** those with the most items left */
  accounts: z.array(z.object({ email: z.string(), tasks: z.int(), itemsLeft: z.int() })).nullable(),
  disk: z.object({
    /** of DATA_DIR; null: the system doesn't say */
    freeBytes: z.number().nullable(),
    /** with less, the server refuses new work */
    neededBytes: z.number(),
    /** of the database with its indexes; null: it is down */
    databaseBytes: z.number().nullable(),
  }),
  versions: z.object({
    server: z.string(),
    startedAt: z.string(),
    /** null: the database is down */
    database: z.string().nullable(),
    schema: z.string().nullable(),
    /** of the lead databases; null: nothing has used it yet, or it is down */
    engine: z.string().nullable(),
  }),
  /**
   * The last backup of the schedule of this server, or else of another one. `scheduled`: whether this server has one; `at`: null: none
   * was written yet; `failed`: the last try
   */
  backup: z.object({ scheduled: z.boolean(), at: z.string().nullable(), failed: z.boolean() }).nullable(),
  faults: z.array(StatusFault),
});
export type AdminStatus = z.infer<typeof AdminStatus>;
