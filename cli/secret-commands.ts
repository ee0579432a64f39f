import type { Command } from 'commander';

const note = (text: string) => void process.stderr.write(`${text}\n`);
const output = { note, data: (text: string) => void process.stdout.write(`${text}\n`) };

/** Adds `leadwell secret`. */
export function addSecretCommands(program: Command): void {
  const secret = program.command('secret').description('change AUTH_SECRET');
  secret
    .command('rotate')
    .description('replace AUTH_SECRET, and sign no one out')
    .action(async () => (await import('./rotate-secret.ts')).rotateSecret(output));
  secret
    .command('drop-old')
    .description('remove the AUTH_SECRET from before, so that what it signed is refused')
    .action(async () => (await import('./rotate-secret.ts')).dropOldSecret(output));
  secret
    .command('accept')
    .description(
      'use the database with another AUTH_SECRET after its own was lost. Without --sure, only says what else would be lost',
    )
    .option('--sure', 'do it: what was stored with the lost secret stops working')
    .action(async ({ sure = false }: { sure?: boolean }) =>
      (await import('./accept-secret.ts')).acceptSecret(note, sure),
    );
}
