import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { encode } from 'uqr';
import { z } from 'zod';
import { AppCode } from '#contract/sign-in.ts';
import { useCopy } from '../../lib/use-copy.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

const ScanValues = z.object({ code: AppCode });

interface TwoFactorScanProps {
  secret: string;
  uri: string;
  /** Resolves to an error message, or null if the code was right. */
  onCode: (code: string) => Promise<string | null>;
  onCancel: () => void;
}

/** Shows the secret to the app, and asks for its first code. */
export default function TwoFactorScan({ secret, uri, onCode, onCancel }: TwoFactorScanProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { copied, copy } = useCopy(secret);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ScanValues),
    defaultValues: { code: '' },
  });
  const submit = handleSubmit(async ({ code }) => setFailure(await onCode(code)));
  return (
    <div className="flex flex-wrap items-start gap-6">
      <QrCode text={uri} label="QR code for your authenticator app" />
      <form onSubmit={submit} noValidate className="grid min-w-0 flex-1 basis-64 gap-4">
        {failure && <Alert tone="danger">{failure}</Alert>}
        <div className="grid gap-1.5">
          <p>
            Scan the code with an authenticator app, such as Google Authenticator, Microsoft Authenticator or
            1Password. Can't scan it? Enter this key:
          </p>
          <p>
            <code className="font-mono text-sm break-words">{secret.match(/.{1,4}/g)?.join(' ')}</code>{' '}
            <Button variant="link" size="inline" onClick={() => copy()}>
              {copied ? 'Copied' : 'Copy key'}
            </Button>
          </p>
        </div>
        <Field label="Code from the app" error={formState.errors.code?.message}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              inputMode="numeric"
              autoComplete="one-time-code"
              className="w-40 tabular-nums"
              {...register('code')}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={formState.isSubmitting}>
            Turn on
          </Button>
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </div>
  );
}

/** A QR code, drawn in the browser: its text never leaves it. Black on white, as cameras expect. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-lg border border-border"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
