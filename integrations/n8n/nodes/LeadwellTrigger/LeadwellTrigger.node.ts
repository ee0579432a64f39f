import {
  type IHookFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  type JsonObject,
  NodeApiError,
  NodeConnectionTypes,
  NodeOperationError,
} from 'n8n-workflow';
import { callLeadwell, listRows, taskRows } from '../Leadwell/request.ts';
import { resultOf } from '../Leadwell/run-list.ts';
import { isSigned } from './signature.ts';

/** What each choice listens to. */
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  taskFinished: ['task.completed', 'task.stopped'],
  newRows: ['list.rows_added'],
};
/** The server may send an event twice. */
const REMEMBERED_EVENTS = 200;
/** The server waits 20 seconds for an answer, and sends the event again after that. */
const TASK_ROWS_MAX = 5000;

interface ServerEvent {
  type: string;
  data: JsonObject;
}

/** Starts a workflow when a task has finished, or a list has new rows. */
export class LeadwellTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Leadwell Trigger',
    name: 'leadwellTrigger',
    icon: { light: 'file:../../icons/leadwell.light.svg', dark: 'file:../../icons/leadwell.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["event"]}}',
    description: 'Starts when a task has finished, or a list has new rows',
    defaults: { name: 'Leadwell Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'leadwellApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Event',
        name: 'event',
        type: 'options',
        noDataExpression: true,
        options: [
          { name: 'New Rows', value: 'newRows', description: 'Rows were added to a list' },
          { name: 'Task Finished', value: 'taskFinished', description: 'A task has completed or stopped' },
        ],
        default: 'taskFinished',
      },
      {
        displayName: 'List ID',
        name: 'listId',
        type: 'string',
        default: '',
        description: 'Only rows of this list. Leave it empty for all lists.',
        displayOptions: { show: { event: ['newRows'] } },
      },
      {
        displayName: 'Output Rows',
        name: 'outputRows',
        type: 'boolean',
        default: true,
        description:
          'Whether to output the rows, or only what happened. Of a task with more than 5,000 items, only what happened: add a Leadwell node that gets its rows.',
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { webhookId, secret } = this.getWorkflowStaticData('node');
        if (webhookId === undefined || secret === undefined) return false;
        const { webhooks } = await callLeadwell(this, 'webhooks', {});
        const known = (webhooks as { id: string; url: string; disabledReason: string | null }[]).find(
          ({ id }) => id === webhookId,
        );
        return known?.url === this.getNodeWebhookUrl('default') && known?.disabledReason === null;
      },

      async create(this: IHookFunctions): Promise<boolean> {
        // An earlier one, of another address or disabled, would stay and count against the limit.
        await deleteWebhook(this);
        const chosen = String(this.getNodeParameter('event'));
        const { id = 'n8n', name = `n8n ${id}` } = this.getWorkflow();
        const body = {
          name: `n8n: ${name}`.slice(0, 100),
          url: this.getNodeWebhookUrl('default'),
          events: EVENTS[chosen],
        };
        const { webhook, secret } = await callLeadwell(this, 'webhook-create', { body });
        const data = this.getWorkflowStaticData('node');
        data.webhookId = (webhook as { id: string }).id;
        data.secret = secret;
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        await deleteWebhook(this);
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const data = this.getWorkflowStaticData('node');
    const headers = this.getHeaderData();
    const { rawBody } = this.getRequestObject();
    if (!isSigned(String(data.secret ?? ''), headers, rawBody)) {
      // The server sends the event again, and shows the reason in its log.
      this.getResponseObject()
        .status(401)
        .send('The signature is wrong, or the clocks of both servers differ by more than 5 minutes.');
      return { noWebhookResponse: true };
    }
    // Without workflow data, n8n answers and starts nothing.
    const seen = (data.seen as string[] | undefined) ?? [];
    const eventId = headers['webhook-id'] ?? '';
    if (seen.includes(eventId)) return { webhookResponse: 'Known' };
    const event = JSON.parse(Buffer.from(rawBody).toString('utf8')) as ServerEvent;
    const listId = String(this.getNodeParameter('listId', ''));
    if (listId !== '' && event.type === 'list.rows_added' && event.data.listId !== listId)
      return { webhookResponse: 'Another list' };
    try {
      const items = await outputOf(this, event);
      data.seen = [...seen, eventId].slice(-REMEMBERED_EVENTS);
      return items.length === 0 ? { webhookResponse: 'No rows' } : { workflowData: [items] };
    } catch (error) {
      if (error instanceof NodeOperationError) throw error;
      throw new NodeApiError(this.getNode(), error as JsonObject);
    }
  }
}

/** Deletes the webhook that this node has created, if it still exists. */
async function deleteWebhook(context: IHookFunctions): Promise<void> {
  const data = context.getWorkflowStaticData('node');
  if (data.webhookId === undefined) return;
  const { webhooks } = await callLeadwell(context, 'webhooks', {});
  const isThere = (webhooks as { id: string }[]).some(({ id }) => id === data.webhookId);
  if (isThere) await callLeadwell(context, 'webhook-delete', { body: { id: data.webhookId } });
  delete data.webhookId;
  delete data.secret;
}

async function outputOf(
  context: IWebhookFunctions,
  { type, data }: ServerEvent,
): Promise<INodeExecutionData[]> {
  const wantsRows = context.getNodeParameter('outputRows', true) === true;
  if (wantsRows && type === 'list.rows_added') {
    const from = typeof data.after === 'string' ? data.after : null;
    const rows = await listRows(context, String(data.listId), { max: Number(data.added), from });
    return rows.map((row) => ({ json: { ...row, listId: data.listId } }));
  }
  if (wantsRows && type.startsWith('task.') && Number(data.total) <= TASK_ROWS_MAX) {
    const taskId = String(data.taskId);
    return (await taskRows(context, taskId)).map((row) => ({ json: resultOf(row, taskId) }));
  }
  return [{ json: { type, ...data } }];
}
