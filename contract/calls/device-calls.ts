import { z } from 'zod';
import { type Call, call } from '../call.ts';
import { COLLECT_SITES } from '../collect-sites.ts';
import { DeviceView, ExtensionBrowser, ExtensionView } from '../devices.ts';

/** The browser extensions: downloads, and the browsers that are connected to the account. */
export const DEVICE_CALLS = {
  devices: call({
    name: 'devices',
    method: 'GET',
    scope: 'none',
    summary: 'List the browsers that extensions connected to your account, last used first.',
    input: z.object({}),
    reply: z.object({ devices: z.array(DeviceView), max: z.int().positive() }),
  }),
  deviceRevoke: call({
    name: 'device-revoke',
    method: 'POST',
    scope: 'none',
    summary: 'Disconnect a browser. Its extension needs your activation code again.',
    input: z.object({ id: z.uuid() }),
    reply: z.object({}),
  }),
  activationCodeRotate: call({
    name: 'activation-code-rotate',
    method: 'POST',
    scope: 'none',
    summary:
      'Replace your activation code and disconnect all browsers. Only with a plan that includes an extension.',
    input: z.object({}),
    reply: z.object({ code: z.string(), disconnected: z.int().nonnegative() }),
  }),
  extensions: call({
    name: 'extensions',
    method: 'GET',
    access: 'public',
    scope: 'none',
    summary: 'List the browser extensions with their latest versions, and which ones you can download.',
    input: z.object({}),
    reply: z.object({ extensions: z.array(ExtensionView) }),
  }),
  extensionDownload: call({
    name: 'extension-download',
    method: 'POST',
    access: 'public',
    scope: 'none',
    summary:
      'Get a link to the package of a browser extension. It works for a few minutes. Extensions without a free version require a plan that includes them.',
    input: z.object({ site: z.enum(COLLECT_SITES), browser: ExtensionBrowser }),
    reply: z.object({
      /** to open in the browser, which saves the file */
      url: z.string(),
      fileName: z.string(),
      version: z.string(),
    }),
  }),
} as const satisfies Record<string, Call>;
