import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '#contract/errors.ts';
import { fileEnding, type TableFormat } from '#contract/file-types.ts';
import { type LeadDatabase, LeadQuote } from '#contract/leads.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_KEY } from '../../../lib/account.ts';
import { failureMessage, invoke } from '../../../lib/calls.ts';
import { downloadRows } from '../../../lib/download.ts';
import { useGate } from '../../../lib/gate.ts';
import { isListGone, overviewChanged } from '../../../lib/lists.ts';
import { toast } from '../../../lib/toast.ts';
import { DATABASES } from '../databases.ts';
import { type LeadFilter, wireFilters } from '../lead-filter.ts';
import type { ExportOptions } from './export-choice.ts';

/** Rows received and the total, if known; null if no export is running. */
export type ExportProgress = { rows: number; of: number | null } | null;

/** Exports the leads that match a filter as a file, one export at a time. */
export function useLeadExport(database: LeadDatabase, filter: LeadFilter) {
  const [progress, setProgress] = useState<ExportProgress>(null);
  const client = useQueryClient();
  const gate = useGate();
  const { call, fileName } = DATABASES[database];

  const start = async (options: ExportOptions, format: TableFormat = 'csv') => {
    if (progress) return;
    setProgress({ rows: 0, of: null });
    try {
      const date = new Date().toISOString().slice(0, 10);
      const rows = await downloadRows(
        call,
        { action: 'export', filters: wireFilters(database, filter), ...options, format },
        `${fileName}_${date}.${fileEnding(format)}`,
        setProgress,
        format,
      );
      toast.success(MESSAGES.leads.exported(rows));
    } catch (error) {
      if (isGated(error)) gate(error);
      else {
        if (isListGone(error)) void overviewChanged(client);
        const interrupted = !(error instanceof CallError);
        toast.error(MESSAGES.leads.exportFailed, {
          description: interrupted ? MESSAGES.leads.exportInterrupted : failureMessage(error),
        });
      }
    } finally {
      setProgress(null);
      await Promise.all([
        client.invalidateQueries({ queryKey: ACCOUNT_KEY }),
        client.invalidateQueries({ queryKey: quoteKey(database) }),
      ]);
    }
  };
  return { progress, start };
}

/** Whether the access gate refused the export and names the checkout that grants access. */
export function isGated(error: unknown): error is CallError {
  if (!(error instanceof CallError) || error.code !== 'access_denied') return false;
  const details: unknown = error.details;
  return (
    typeof details === 'object' &&
    details !== null &&
    'checkout' in details &&
    details.checkout !== null &&
    !('leads' in details)
  );
}

/** What an export would cost, and how many of its leads are free; undefined until it is known. */
export function useExportQuote(
  database: LeadDatabase,
  filter: LeadFilter,
  options: ExportOptions,
  enabled: boolean,
): LeadQuote | undefined {
  const { data } = useQuery({ ...requestQuote(database, filter, options), enabled });
  return enabled ? data : undefined;
}

/** Returns what finds out the cost of an export, which may be known already. Throws CallError. */
export function useExportCost(
  database: LeadDatabase,
  filter: LeadFilter,
): (options: ExportOptions) => Promise<number> {
  const client = useQueryClient();
  return async (options) => (await client.ensureQueryData(requestQuote(database, filter, options))).cost;
}

function requestQuote(
  database: LeadDatabase,
  filter: LeadFilter,
  { leads, first, affordable, withEmail }: ExportOptions,
) {
  const body = {
    action: 'quote' as const,
    filters: wireFilters(database, filter),
    ...(leads && { leads }),
    ...(first !== undefined && { first }),
    ...(affordable && { affordable }),
    ...(withEmail && { withEmail }),
  };
  return queryOptions({
    queryKey: quoteKey(database, body),
    queryFn: async ({ signal }) => LeadQuote.parse(await invoke(DATABASES[database].call, body, { signal })),
    retry: false,
  });
}

/** Without `body`: of all quotes of a database. */
export function quoteKey(database: LeadDatabase, body?: object) {
  return ['leads', database, 'quote', ...(body ? [body] : [])];
}
