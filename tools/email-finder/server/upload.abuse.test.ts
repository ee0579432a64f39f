import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { LIST_LIMIT_MESSAGES } from '#engines/csv/person-table.ts';
import { inlineRows, testWorkbook } from '#engines/csv/xlsx/test-workbooks.ts';
import { send, signUp } from '#server/auth/test-requests.ts';
import { ASYNC } from '#server/tasks/test-tasks.ts';
import { type EmailBench, type EmailCaller, openEmailBench } from './test-emails.ts';

let emails: EmailBench;
let normal: EmailCaller;
let attacker: { id: string; token: string };
beforeAll(async () => {
  emails = await openEmailBench();
  normal = await emails.signUp();
  const { access_token: token, user } = await signUp(emails.app, 'attacker@example.com');
  attacker = { id: user.id, token };
});
afterAll(() => emails.close());

const HEADER = 'first_name,last_name,domain\n';
const MB = 1024 * 1024;

/** Uploads a body next to a normal user's request, which must succeed. Returns the status and message. */
async function attack(body: string, headers = {}) {
  const [reply, task] = await Promise.all([
    send(emails.app, '/functions/v1/csv-extraction', {
      token: attacker.token,
      body,
      headers: { ...ASYNC, ...headers },
    }),
    normal.start(`${HEADER}Jane,Miller,acme.com`),
  ]);
  expect(task.total).toBe(1);
  const json = (await reply.json()) as { error?: { message: string }; total?: number };
  return [reply.status, json.error?.message ?? json.total];
}
const upload = (csv_content: string) => attack(JSON.stringify({ csv_content }));

/** A body that is generated while it is read. Counts its bytes. */
function generated(start: string, repeat: string, times: number) {
  const piece = new TextEncoder().encode(repeat.repeat(Math.ceil((64 * 1024) / repeat.length)));
  let left = Math.ceil((repeat.length * times) / piece.length);
  const sent = { bytes: 0 };
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(start)),
    pull(controller) {
      left -= 1;
      sent.bytes += piece.length;
      controller.enqueue(piece);
      if (left <= 0) controller.close();
    },
  });
  return { sent, stream };
}

async function postStream(stream: ReadableStream<Uint8Array>) {
  const init = {
    method: 'POST',
    headers: { authorization: `Bearer ${attacker.token}`, ...ASYNC },
    body: stream,
    duplex: 'half',
  } as RequestInit;
  const reply = await emails.app.request('/functions/v1/csv-extraction', init);
  return [reply.status, ((await reply.json()) as { error: { message: string } }).error.message];
}

describe('a hostile upload', () => {
  it('of 20 million short lines is refused', async () => {
    expect(await upload('a\n'.repeat(20_000_000))).toEqual([413, MESSAGES.csv.tooManyRows]);
  });

  it('of one row with 5 million columns is refused, small or large', async () => {
    expect(await upload('a,'.repeat(5_000_000))).toEqual([413, LIST_LIMIT_MESSAGES.columns]);
    expect(await upload('a,'.repeat(501))).toEqual([413, LIST_LIMIT_MESSAGES.columns]);
  });

  it('with 10 MB in a quote that never closes loses only that row', async () => {
    expect(await upload(`${HEADER}Jane,Miller,acme.com\n"${'""'.repeat(5_000_000)}`)).toEqual([202, 2]);
  });

  it('of 70 MB of lists in an unknown field is refused after 100,000 values', async () => {
    const { sent, stream } = generated('{"csv_content":"a","x":[', '[],[],', 12_000_000);
    expect(await postStream(stream)).toEqual([
      413,
      'The request has more than 100,000 values. Split it into smaller requests.',
    ]);
    expect(sent.bytes).toBeLessThan(MB);
  });

  it('of a million open brackets is refused at the 33rd', async () => {
    const { sent, stream } = generated('{"x":', '[', 1_000_000);
    expect(await postStream(stream)).toEqual([400, 'The request body is nested more than 32 levels deep.']);
    expect(sent.bytes).toBeLessThan(MB);
  });

  it('above 72 MB without a declared length is refused there', async () => {
    const { sent, stream } = generated('{"csv_content":"', 'a', 200 * MB);
    expect(await postStream(stream)).toEqual([
      413,
      'The request is larger than 72 MB. Split it into smaller requests.',
    ]);
    expect(sent.bytes).toBeLessThan(73 * MB);
  });

  it('of an Excel workbook is refused in clear words', async () => {
    expect(await upload('PK\u0003\u0004\u0014\u0000\u0006\u0000xl/workbook.xml')).toEqual([
      400,
      'This is a spreadsheet, not a CSV file. Save it as “CSV UTF-8” and upload that file.',
    ]);
  });
});

describe('a hostile workbook', () => {
  const sendBase64 = (bytes: Uint8Array) =>
    attack(JSON.stringify({ xlsx_content: Buffer.from(bytes).toString('base64') }));

  it('of too many rows is refused', async () => {
    const xml = '<row><c><v>1</v></c></row>'.repeat(100_002);
    expect(await sendBase64(testWorkbook({ sheets: [{ name: 'a', xml }] }))).toEqual([
      413,
      'The file has too many rows. Split it into smaller files.',
    ]);
  });

  it('holds no turn of others, however many one account sends', async () => {
    const xml = '<row><c><v>1</v></c></row>'.repeat(100_002);
    const body = JSON.stringify({
      xlsx_content: Buffer.from(testWorkbook({ sheets: [{ name: 'a', xml }] })).toString('base64'),
    });
    const ended: string[] = [];
    const post = async (token: string, content: string, who: string) => {
      const headers = { ...ASYNC };
      const reply = await send(emails.app, '/functions/v1/csv-extraction', { token, body: content, headers });
      ended.push(who);
      return reply.status;
    };
    const attacks = [1, 2, 3, 4].map(() => post(attacker.token, body, 'attacker'));
    const sheet = inlineRows([
      ['first_name', 'last_name', 'domain'],
      ['Jane', 'Miller', 'acme.com'],
    ]);
    const own = Buffer.from(testWorkbook({ sheets: [{ name: 'a', xml: sheet }] })).toString('base64');
    const status = await post(normal.token, JSON.stringify({ xlsx_content: own }), 'normal');
    await Promise.all(attacks);
    expect(status).toBe(202);
    // Of the attacker, the one that was being read and one more, since the accounts take turns.
    expect(ended.indexOf('normal')).toBeLessThanOrEqual(2);
  });
});

describe('an upload without credits', () => {
  it('is refused before its body is read, unless it repeats a request', async () => {
    const key = { 'idempotency-key': 'first' };
    const body = JSON.stringify({ csv_content: `${HEADER}Jane,Miller,acme.com` });
    expect(await attack(body, key)).toEqual([202, 1]);
    await emails.bench.grant(attacker.id, -(await emails.bench.balance(attacker.id)));
    const { sent, stream } = generated('{"csv_content":"', 'a', 50 * MB);
    expect(await postStream(stream)).toEqual([402, MESSAGES.gate.noCredits]);
    // At most what the stream itself prepares.
    expect(sent.bytes).toBeLessThan(200_000);
    expect(await attack(body, key)).toEqual([202, 1]);
  });
});
