import { useMutation } from '@tanstack/react-query';
import { ACCOUNT_CALLS } from '#contract/calls/account-calls.ts';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { downloadCall } from './download.ts';
import { toast } from './toast.ts';

/** Downloads all data of the account as a file. */
export function useAccountExport() {
  return useMutation({
    mutationFn: () => downloadCall(ACCOUNT_CALLS.accountExport, {}, 'leadwell-account.json'),
    onError: (error) =>
      toast.error(error instanceof CallError ? error.message : MESSAGES.settings.exportFailed),
  });
}
