import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type OperatorPass, operatorPass } from './operator-pass.ts';

/** The operator pass of an embedded server in another process, from the secrets in its data folder. */
export function readOperatorPass(dataDir: string): OperatorPass {
  const text = readFileSync(join(dataDir, 'secrets.json'), 'utf8');
  return operatorPass(z.object({ AUTH_SECRET: z.string() }).parse(JSON.parse(text)).AUTH_SECRET);
}
