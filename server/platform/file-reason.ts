import { firstErrorLine } from './operator-error.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'this user has no more room on its disk',
  EMFILE: 'this process has too many open files',
  ELOOP: 'its links lead back to themselves',
  ENAMETOOLONG: 'its name is too long',
  EPIPE: 'its reader has closed it',
};

/**
 * Why a file can't be read or written, to follow a colon: what the code of a system error means, and of other errors the first line of
 * their message.
 */
export function fileReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return (typeof code === 'string' && REASONS[code]) || firstErrorLine(error);
}
