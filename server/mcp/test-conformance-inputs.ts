import { CLIENT_CAPABILITIES_META_KEY, inputRequired, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { stateCodec } from './test-conformance-state.ts';

const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });
const ask = (message: string, field: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [field]: { type: 'string' } }, required: [field] },
  });
const say = (question: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: question } }],
    maxTokens,
  });
const NO_INPUT = { inputSchema: z.object({}) };

/** The tools and the prompt of the suite that ask the client for something (multi-round-trip requests, 2026-07-28). */
export function addInputTools(server: McpServer): void {
  const asks = (name: string, requests: Parameters<typeof inputRequired>[0]['inputRequests']) =>
    server.registerTool(name, { ...NO_INPUT, description: 'Asks the client.' }, (_, { mcpReq }) => {
      const given = mcpReq.inputResponses ?? {};
      const isComplete = Object.keys(requests ?? {}).every((key) => key in given);
      return isComplete ? text(JSON.stringify(given)) : inputRequired({ inputRequests: requests ?? {} });
    });
  asks('test_input_required_result_elicitation', { user_name: ask('What is your name?', 'name') });
  asks('test_streaming_elicitation', { user_name: ask('What is your name?', 'name') });
  asks('test_input_required_result_sampling', {
    capital_question: say('What is the capital of France?', 100),
  });
  asks('test_missing_capability', { question: say('Anything?', 10) });
  asks('test_input_required_result_list_roots', { client_roots: inputRequired.listRoots() });
  server.registerTool('test_logging_tool', { ...NO_INPUT, description: 'Logs nothing.' }, () =>
    text('Done.'),
  );
  server.registerTool(
    'test_input_required_result_capabilities',
    { ...NO_INPUT, description: 'Asks only what the client can answer.' },
    (_, { mcpReq }) => {
      const can =
        (mcpReq.envelope as Record<string, object> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
      const inputRequests = {
        ...('sampling' in can ? { question: say('Anything?', 10) } : {}),
        ...('elicitation' in can ? { user_name: ask('What is your name?', 'name') } : {}),
      };
      return Object.keys(inputRequests).length > 0
        ? inputRequired({ inputRequests })
        : text('Nothing to ask.');
    },
  );
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks first.' }, ({ mcpReq }) =>
    mcpReq.inputResponses?.user_context
      ? {
          messages: [
            { role: 'user', content: { type: 'text', text: JSON.stringify(mcpReq.inputResponses) } },
          ],
        }
      : inputRequired({
          inputRequests: { user_context: ask('What context should the prompt use?', 'context') },
        }),
  );
  addStateTools(server);
}

const fields = (properties: Record<string, object>) =>
  ({ type: 'object', properties, required: Object.keys(properties) }) as never;
const titled = (prefix: string, word: string) =>
  ['First', 'Second', 'Third'].map((nth, at) => ({
    const: `${prefix}${at + 1}`,
    title: `${nth} ${word}`,
  }));
const OPTIONS = { type: 'string', enum: ['option1', 'option2', 'option3'] };

/** The tools that ask the client while they run, in a session (2025-11-25). */
export function addSessionTools(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'Asks the client’s model.', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const { content } = await mcpReq.requestSampling({
        messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
        maxTokens: 100,
      });
      return text(`LLM response: ${JSON.stringify(content)}`);
    },
  );
  const elicits = (name: string, properties: Record<string, object>) =>
    server.registerTool(
      name,
      { description: 'Asks the person.', inputSchema: z.object({ message: z.string().optional() }) },
      async ({ message = 'Please check these.' }, { mcpReq }) => {
        const answer = await mcpReq.elicitInput({ message, requestedSchema: fields(properties) });
        return text(JSON.stringify(answer));
      },
    );
  elicits('test_elicitation', { username: { type: 'string' }, email: { type: 'string' } });
  elicits('test_elicitation_sep1034_defaults', {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  });
  elicits('test_elicitation_sep1330_enums', {
    untitledSingle: OPTIONS,
    titledSingle: { type: 'string', oneOf: titled('value', 'Option') },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: OPTIONS },
    titledMulti: { type: 'array', items: { anyOf: titled('value', 'Choice') } },
  });
}

/** Those whose state makes a round trip through the client. */
function addStateTools(server: McpServer): void {
  const asks = (name: string, rounds: Parameters<typeof inputRequired>[0]['inputRequests'][]) =>
    server.registerTool(name, { ...NO_INPUT, description: 'Asks, with a state.' }, async (_, { mcpReq }) => {
      const done = mcpReq.requestState<{ round: number }>()?.round ?? 0;
      const requests = rounds[done];
      if (!requests) return text('state-ok');
      const requestState = await stateCodec.mint({ round: done + 1 });
      return inputRequired({ inputRequests: requests, requestState });
    });
  const confirm = {
    confirm: inputRequired.elicit({
      message: 'Please confirm',
      requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
    }),
  };
  asks('test_input_required_result_request_state', [confirm]);
  asks('test_input_required_result_tampered_state', [confirm]);
  asks('test_input_required_result_multiple_inputs', [
    {
      user_name: ask('What is your name?', 'name'),
      greeting: say('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    },
  ]);
  asks('test_input_required_result_multi_round', [
    { step1: ask('Step 1: What is your name?', 'name') },
    { step2: ask('Step 2: What is your favorite color?', 'color') },
  ]);
}
