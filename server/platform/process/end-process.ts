import { hasSilentFolder } from '../disk/ask-folder.ts';

/**
 * Ends this process with an exit code. While a disk hangs, with SIGKILL: an exit waits for all threads, and the one that asks
 * the disk would never end.
 */
export function endProcess(code: number): never {
  if (hasSilentFolder()) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}
