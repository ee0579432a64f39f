import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type JsonObject,
  NodeApiError,
  NodeConnectionTypes,
  NodeOperationError,
} from 'n8n-workflow';
import { listRows, taskRows } from './request.ts';
import { resultOf, runList } from './run-list.ts';
import { TOOLS } from './tools.ts';

const RUNS = ['runOne', 'runList'];
const READS = ['getTaskRows', 'getListRows'];
const NO_VALUE = 'This item has no value for the tool.';

/** Runs the tools of a Leadwell server, and reads rows. */
export class Leadwell implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Leadwell',
    name: 'leadwell',
    icon: { light: 'file:../../icons/leadwell.light.svg', dark: 'file:../../icons/leadwell.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"]}}',
    description: 'Find, check and enrich business contacts',
    defaults: { name: 'Leadwell' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'leadwellApi', required: true }],
    properties: [
      {
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        noDataExpression: true,
        options: [
          {
            name: 'Get Rows of a List',
            value: 'getListRows',
            description: 'Get the rows of a saved list, the last added first',
            action: 'Get rows of a list',
          },
          {
            name: 'Get Rows of a Task',
            value: 'getTaskRows',
            description: 'Get the finished rows of a task',
            action: 'Get rows of a task',
          },
          {
            name: 'Run List and Wait',
            value: 'runList',
            description: 'Run all input items in one task, and wait for its results',
            action: 'Run list and wait',
          },
          {
            name: 'Run One',
            value: 'runOne',
            description: 'Run each input item by itself, and wait for its result',
            action: 'Run one',
          },
        ],
        default: 'runList',
      },
      {
        displayName: 'Tool',
        name: 'tool',
        type: 'options',
        noDataExpression: true,
        options: TOOLS.map(({ name, value, description }) => ({ name, value, description })),
        default: 'websites',
        displayOptions: { show: { operation: RUNS } },
      },
      ...TOOLS.map(({ value, itemLabel, placeholder }) => ({
        displayName: itemLabel,
        name: value,
        type: 'string' as const,
        required: true,
        default: '',
        placeholder,
        description: 'What the tool works on, for each input item',
        displayOptions: { show: { operation: RUNS, tool: [value] } },
      })),
      {
        displayName: 'Task ID',
        name: 'taskId',
        type: 'string',
        required: true,
        default: '',
        displayOptions: { show: { operation: ['getTaskRows'] } },
      },
      {
        displayName: 'List ID',
        name: 'listId',
        type: 'string',
        required: true,
        default: '',
        displayOptions: { show: { operation: ['getListRows'] } },
      },
      {
        displayName: 'Return All',
        name: 'returnAll',
        type: 'boolean',
        default: false,
        description: 'Whether to return all results or only up to a given limit',
        displayOptions: { show: { operation: READS } },
      },
      {
        displayName: 'Limit',
        name: 'limit',
        type: 'number',
        typeOptions: { minValue: 1 },
        default: 50,
        description: 'Max number of results to return',
        displayOptions: { show: { operation: READS, returnAll: [false] } },
      },
    ],
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const operation = String(this.getNodeParameter('operation', 0));
    const count = this.getInputData().length;
    const groups =
      operation === 'runList'
        ? [Array.from({ length: count }, (_, index) => index)]
        : Array.from({ length: count }, (_, index) => [index]);
    const results: INodeExecutionData[] = [];
    for (const items of groups) {
      const [itemIndex = 0] = items;
      try {
        for (const result of await work(this, operation, items)) results.push(result);
      } catch (error) {
        if (this.continueOnFail()) {
          results.push({ json: { error: messageOf(error) }, pairedItem: items.map((item) => ({ item })) });
          continue;
        }
        if (error instanceof NodeOperationError)
          throw new NodeOperationError(this.getNode(), error, { itemIndex });
        throw new NodeApiError(this.getNode(), error as JsonObject, { itemIndex });
      }
    }
    return [results];
  }
}

async function work(
  context: IExecuteFunctions,
  operation: string,
  items: readonly number[],
): Promise<INodeExecutionData[]> {
  const [first = 0] = items;
  if (RUNS.includes(operation)) {
    const chosen = context.getNodeParameter('tool', first);
    const tool = TOOLS.find(({ value }) => value === chosen);
    if (!tool) throw new NodeOperationError(context.getNode(), 'Choose a tool.', { itemIndex: first });
    const all = items.map((item) => ({ item, value: itemValue(context, tool.value, item) }));
    const values = all.filter(({ value }) => value !== '');
    const empty = all.filter(({ value }) => value === '').map(({ item }) => item);
    const [itemIndex] = empty;
    if (itemIndex !== undefined && !context.continueOnFail())
      throw new NodeOperationError(context.getNode(), NO_VALUE, { itemIndex });
    const results = values.length > 0 ? await runList(context, tool, values) : [];
    return [...results, ...empty.map((item) => ({ json: { error: NO_VALUE }, pairedItem: [{ item }] }))];
  }
  const all = context.getNodeParameter('returnAll', first, false) === true;
  const max = all ? Number.POSITIVE_INFINITY : Number(context.getNodeParameter('limit', first, 50));
  const pairedItem = { item: first };
  if (operation === 'getListRows') {
    const rows = await listRows(context, String(context.getNodeParameter('listId', first)), { max });
    return rows.map((json) => ({ json, pairedItem }));
  }
  const taskId = String(context.getNodeParameter('taskId', first));
  const rows = await taskRows(context, taskId, max);
  return rows.map((row) => ({ json: resultOf(row, taskId), pairedItem }));
}

/** The value of an input item on one line, because a line break would make two items of it. Empty if it has none. */
function itemValue(context: IExecuteFunctions, name: string, item: number): string {
  return String(context.getNodeParameter(name, item) ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
