import { useMutation } from '@tanstack/react-query';
import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { downloadCall } from './download.ts';
import { toast } from './toast.ts';

/** Downloads all data of the account as a file. */
export function useAccountExport() {
  return useMutation({
    mutationFn: () => downloadCall(CALLS.accountExport, {}, 'leadwell-account.json'),
    onError: (error) =>
      toast.error(error instanceof CallError ? error.message : MESSAGES.settings.exportFailed),
  });
}
