import { cutText } from '#contract/cut-text.ts';
import { REQUEST_TOOL } from '#contract/list-requests.ts';
import { parseJsonPath, readJsonPath } from '#engines/list-steps/json-path.ts';
import type { PreparedRequest } from '#engines/list-steps/prepare-request.ts';
import { streamResults } from '../../list-tool/stream-results.ts';
import type { Tool, ToolOutcome } from '../../tool.ts';
import { hideSecrets } from '../engine/hide-secrets.ts';
import type { ServiceSender } from '../net/service-sender.ts';

/** The stored answer of a request. */
export type RequestRow = {
  /** by the names that the person chose */
  values: Record<string, string | string[]>;
  /** in one sentence */
  explanation: string;
  evidence: { text: string }[];
};

/** A secret, and the only origin that it is sent to. */
export interface StepSecret {
  value: string;
  origin: string;
}

/** Reads secrets of the steps of a task, by their IDs. Missing ones are left out. */
export type ReadSecrets = (taskId: string, ids: readonly string[]) => Promise<Record<string, StepSecret>>;

const MAX_READY = 500;
const VALUE_MAX_CHARS = 10_000;
const ANSWER_SHOWN_CHARS = 1000;
const PROBLEM_SHOWN_CHARS = 200;

/** The tool of steps that ask another service. Its items are `PreparedRequest`. It costs nothing. */
export function createRequestTool(sender: ServiceSender, readSecrets: ReadSecrets): Tool<RequestRow> {
  return {
    type: REQUEST_TOOL,
    shardKey: (input) => input,
    async *run(items, signal, { owner = null, taskId = '' } = {}) {
      const requests = items.map((item) => ({ ...item, request: JSON.parse(item.input) as PreparedRequest }));
      const ids = new Set(requests.flatMap(({ request }) => request.secrets.map(({ secret }) => secret)));
      const secrets = ids.size > 0 ? await readSecrets(taskId, [...ids]) : {};
      // Rows that ask the same get the same answer.
      const known = new Map<string, Promise<Omit<ToolOutcome<RequestRow>, 'position'>>>();
      yield* streamResults<ToolOutcome<RequestRow>>(MAX_READY, signal, async (ready, stopped) => {
        await Promise.all(
          requests.map(async ({ position, input, request }) => {
            const isReading = request.method === 'GET';
            const asked =
              (isReading ? known.get(input) : undefined) ??
              ask(sender, request, { secrets, owner, signal: stopped });
            if (isReading) known.set(input, asked);
            try {
              ready.push({ position, ...(await asked) });
            } catch (error) {
              if (!stopped.aborted) throw error;
            }
          }),
        );
      });
    },
    close: () => sender.close(),
  };
}

/** Sends one request and reads its answer. Throws only if the signal aborts. */
export async function ask(
  sender: ServiceSender,
  request: PreparedRequest,
  {
    secrets,
    owner,
    signal,
  }: { secrets: Readonly<Record<string, StepSecret>>; owner: string | null; signal: AbortSignal },
): Promise<Omit<ToolOutcome<RequestRow>, 'position'>> {
  const { method, url, body } = request;
  const line = `${method} ${url}`;
  const failed = (explanation: string, final: boolean, answer = '') => ({
    row: { values: {}, explanation, evidence: evidenceOf(line, answer) },
    found: false,
    failed: true,
    final,
    billable: false,
  });
  const { origin } = new URL(url);
  const secretHeaders: Record<string, string> = {};
  for (const { name, secret } of request.secrets) {
    const known = secrets[secret];
    if (known?.origin !== origin)
      return failed(`Enter the secret for the header “${name}” in this column again.`, false);
    secretHeaders[name] = known.value;
  }
  const headers = { accept: 'application/json', 'user-agent': 'Leadwell', ...lowerCase(request.headers) };
  const sent = await sender.send({ method, url, headers, secretHeaders, body }, owner, signal);
  if (!sent.ok) return failed(sent.problem, sent.final);
  const { status } = sent.response;
  const text = hideSecrets(sent.response.text, Object.values(secretHeaders));
  if ([204, 404, 410].includes(status))
    return nothing(`${line}: ${status}`, `The service knows nothing (${status}).`, text);
  if (status >= 400) {
    const said = cutText(text.replace(/\s+/g, ' ').trim(), PROBLEM_SHOWN_CHARS);
    return failed(statusProblem(status, said), status < 500 && status !== 429 && status !== 408, text);
  }
  return readAnswer(request, `${line}: ${status}`, text);
}

/** Takes the values of an answer. */
function readAnswer(
  { fields }: PreparedRequest,
  line: string,
  text: string,
): Omit<ToolOutcome<RequestRow>, 'position'> {
  const parsed = parseAnswer(text);
  const values: RequestRow['values'] = {};
  for (const { name, path } of fields) {
    const parts = parseJsonPath(path);
    if (!parts) continue;
    const found = parts.length === 0 ? [text.trim()] : parsed.ok ? readJsonPath(parsed.value, parts) : [];
    const texts = found.map(valueText).filter((each) => each !== '');
    const [only] = texts;
    if (only !== undefined) values[name] = texts.length === 1 ? only : texts;
  }
  const kept = Object.keys(values).length;
  if (kept > 0) {
    const explanation = `${kept} of ${fields.length} ${fields.length === 1 ? 'value' : 'values'} in the answer`;
    const row = { values, explanation, evidence: evidenceOf(line, text) };
    return { row, found: true, failed: false, billable: false };
  }
  if (parsed.ok || text.trim() === '') return nothing(line, 'The answer has none of these values.', text);
  const row = { values, explanation: 'The answer isn’t JSON.', evidence: evidenceOf(line, text) };
  return { row, found: false, failed: true, final: true, billable: false };
}

function nothing(line: string, explanation: string, text: string): Omit<ToolOutcome<RequestRow>, 'position'> {
  const row = { values: {}, explanation, evidence: evidenceOf(line, text) };
  return { row, found: false, failed: false, billable: false };
}

function parseAnswer(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
  return cutText(text.replaceAll('\0', ''), VALUE_MAX_CHARS);
}

function evidenceOf(line: string, answer: string): RequestRow['evidence'] {
  const start = cutText(answer.replaceAll('\0', '').replace(/\s+/g, ' ').trim(), ANSWER_SHOWN_CHARS);
  return [line, start].filter(Boolean).map((text) => ({ text }));
}

function statusProblem(status: number, said: string): string {
  const why = said === '' ? '' : ` It said: ${said}`;
  if (status === 401 || status === 403)
    return `The service refuses the key or the request (${status}).${why}`;
  if (status === 429 || status === 503)
    return `The service has too many requests (${status}). Run the failed rows again later.`;
  if (status >= 500) return `The service failed (${status}). Run the failed rows again later.`;
  return `The service refuses the request (${status}).${why}`;
}

/** Later ones win, whatever their case. */
function lowerCase(headers: PreparedRequest['headers']): Record<string, string> {
  return Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
}
