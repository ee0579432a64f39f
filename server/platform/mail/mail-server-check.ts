import { createTransport } from 'nodemailer';
import { firstErrorLine } from '../operator-error.ts';

const LIMIT_MS = 10_000;

/**
 * Connects to the operator's mail server (`smtp://` or `smtps://`) and logs in, without sending anything. Returns null if
 * that worked, else whether the login was refused, and the reason.
 */
export async function tryMailServer(url: string): Promise<{ isLogin: boolean; reason: string } | null> {
  const transport = createTransport({
    url,
    connectionTimeout: LIMIT_MS,
    greetingTimeout: LIMIT_MS,
    socketTimeout: LIMIT_MS,
  });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    const { code } = error as { code?: string };
    return { isLogin: code === 'EAUTH', reason: firstErrorLine(error) };
  } finally {
    transport.close();
  }
}
