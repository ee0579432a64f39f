import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { DEVICE_CALLS } from '#contract/calls/device-calls.ts';
import type { CollectSite } from '#contract/collect-sites.ts';
import type { DeviceView, ExtensionBrowser, ExtensionView } from '#contract/devices.ts';
import { MESSAGES } from '#contract/messages.ts';
import { failureMessage, invoke } from './calls.ts';
import { openDownload } from './download.ts';
import { useSession } from './session.tsx';
import { toast } from './toast.ts';

const DEVICES_KEY = ['devices'] as const;

/** The extensions that this server offers, and what the plan of the account gives with each. */
export function useExtensions() {
  const { user, loading } = useSession();
  return useQuery({
    queryKey: ['extensions', user?.id],
    queryFn: ({ signal }) => invoke(DEVICE_CALLS.extensions, {}, { signal }),
    enabled: !loading,
  });
}

/** The browsers that extensions connected with the account. */
export function useDevices() {
  const { user } = useSession();
  return useQuery({
    queryKey: DEVICES_KEY,
    queryFn: ({ signal }) => invoke(DEVICE_CALLS.devices, {}, { signal }),
    enabled: user !== null,
  });
}

/** Disconnects a browser by its ID. */
export function useDeviceRevoke() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => invoke(DEVICE_CALLS.deviceRevoke, { id }),
    onSuccess: () => toast.success(MESSAGES.extensions.disconnected),
    onError: (error) => toast.error(failureMessage(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: DEVICES_KEY }),
  });
}

/** Replaces the activation code, which disconnects all browsers. */
export function useCodeRotation() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => invoke(DEVICE_CALLS.activationCodeRotate, {}),
    onSuccess: () => toast.success(MESSAGES.extensions.codeReplaced),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['activation-code'] }),
        queries.invalidateQueries({ queryKey: DEVICES_KEY }),
      ]),
  });
}

/** Downloads the package of an extension. */
export function useExtensionDownload() {
  return useMutation({
    mutationFn: async ({ site, browser }: { site: CollectSite; browser: ExtensionBrowser }) => {
      const link = await invoke(DEVICE_CALLS.extensionDownload, { site, browser });
      toast.info(browser === 'chrome' ? MESSAGES.extensions.opening : MESSAGES.extensions.openingFirefox);
      openDownload(link);
    },
    onError: (error) => toast.error(failureMessage(error)),
  });
}

/**
 * What an account gets with an extension. `unknown`: still loading, so nothing that depends on the plan may
 * show. `limited`: a free version with limits.
 */
type ExtensionAccess = 'unknown' | 'full' | 'limited' | 'none';

/** What the plan gives, from the reply for that account. */
export function extensionAccess(extension: ExtensionView | undefined): ExtensionAccess {
  if (!extension) return 'unknown';
  if (!extension.limits) return 'none';
  return extension.limits.rows === null ? 'full' : 'limited';
}

/** The connected browsers with an old version of one extension. */
export function outdatedDevices(
  devices: readonly DeviceView[] | undefined,
  extension: CollectSite,
): DeviceView[] {
  return (devices ?? []).filter(({ site, outdated }) => outdated && site === extension);
}

/** The browsers that a package is for. */
export const BROWSER_NAMES: Record<ExtensionBrowser, string> = {
  chrome: 'Chrome and Edge',
  firefox: 'Firefox',
};

/** The package that fits a browser, by its User-Agent. Everything but Firefox takes the one for Chrome. */
export function currentBrowser(userAgent: string): ExtensionBrowser {
  return /\bFirefox\//.test(userAgent) ? 'firefox' : 'chrome';
}
