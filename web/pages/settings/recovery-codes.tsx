import { saveFile } from '../../lib/download.ts';
import { useCopy } from '../../lib/use-copy.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';

/** New recovery codes, shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`;
  const { copied, copy } = useCopy(text);
  return (
    <div className="grid gap-4">
      <Alert tone="warning" title="Save your recovery codes">
        If you lose your phone, one of these codes logs you in. Each works once. We won't show them again.
      </Alert>
      <ul
        aria-label="Recovery codes"
        className="grid max-w-md grid-cols-2 gap-x-6 gap-y-1.5 rounded-lg border border-border bg-surface px-4 py-3 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onDone}>I saved them</Button>
        <Button variant="secondary" onClick={() => copy()}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button
          variant="secondary"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'leadwell-recovery-codes.txt')}
        >
          Download
        </Button>
      </div>
    </div>
  );
}
