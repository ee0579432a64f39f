import { useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { BOUNCES_PER_CALL, type BounceReceipt } from '#contract/bounces.ts';
import { BOUNCE_CALLS } from '#contract/calls/bounce-calls.ts';
import { plural } from '#contract/plural.ts';
import type { TableBounce } from '#engines/csv/bounce-table.ts';
import { WORKBOOK_FILES } from '../../kit/open-workbook.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { formatNumber } from '../../lib/format.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { addReceipts, bounceResult } from './bounce-result.ts';
import { BOUNCES_KEY } from './use-bounces.ts';

type Result = { tone: 'success' | 'danger'; text: string };

/** Reports the bounces in a file. */
export function BounceUpload() {
  const queries = useQueryClient();
  const picker = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState<{ of: number; done: number } | null>(null);
  const [result, setResult] = useState<Result | null>(null);

  async function send(file: File) {
    setResult(null);
    let progress = { of: 0, done: 0 };
    const show = (next: typeof progress) => {
      progress = next;
      setSent(next);
    };
    show(progress);
    try {
      // Few visits need the readers of tables.
      const { readBounces } = await import('./read-bounces.ts');
      const events = await readBounces(file);
      setResult(
        typeof events === 'string'
          ? { tone: 'danger', text: events }
          : { tone: 'success', text: await report(events, (done) => show({ of: events.length, done })) },
      );
    } catch (error) {
      setResult({ tone: 'danger', text: failedText(error, progress) });
    } finally {
      setSent(null);
      await queries.invalidateQueries({ queryKey: BOUNCES_KEY });
    }
  }

  return (
    <section aria-labelledby="bounce-file" className="grid grid-cols-1 gap-2">
      <h3 id="bounce-file" className="font-medium">
        File of bounces
      </h3>
      <p className="max-w-[72ch] text-sm text-muted-foreground">
        A CSV or Excel file with an email in each row, and a column for the reason or the code of the mail
        server.
      </p>
      {result && <Alert tone={result.tone}>{result.text}</Alert>}
      <div>
        <FileInput
          ref={picker}
          label="File of bounces"
          accept={`.csv,.tsv,.txt,text/csv,${WORKBOOK_FILES}`}
          onFile={send}
        />
        <Button variant="secondary" busy={sent !== null} onClick={() => picker.current?.click()}>
          <Upload aria-hidden />
          {sent && sent.of > 0 ? `${formatNumber(sent.done)} of ${formatNumber(sent.of)}` : 'Choose file'}
        </Button>
      </div>
    </section>
  );
}

/** Sends the reports in parts. Returns what they changed, as a sentence. */
async function report(events: readonly TableBounce[], onSent: (done: number) => void): Promise<string> {
  let receipt: BounceReceipt | null = null;
  for (let from = 0; from < events.length; from += BOUNCES_PER_CALL) {
    const part = events.slice(from, from + BOUNCES_PER_CALL);
    const more: BounceReceipt = await invoke(BOUNCE_CALLS.bounces, { events: part });
    receipt = receipt ? addReceipts(receipt, more) : more;
    onSent(from + part.length);
  }
  return receipt ? bounceResult(events.length, receipt) : '';
}

/** Why the rest of a file wasn't sent. What was sent counts, and counts once. */
function failedText(error: unknown, { of, done }: { of: number; done: number }): string {
  if (done === 0) return failureMessage(error);
  return `${failureMessage(error)} ${formatNumber(done)} of ${plural(of, 'report')} arrived. Choose the file again to send the others: no report counts twice.`;
}
