const BLOCK = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;
/** Where the field of the checksum is. It counts as spaces in its own sum. */
const CHECKSUM = { at: 148, bytes: 8 };
const LARGEST_OCTAL = 0o77777777777;

/** The header of a file or folder in a tar file (ustar). A size of 8 GB or more is written as GNU tar does. Throws if the path is too long. */
export function tarHeader(path: string, size: number, type: 'file' | 'folder' = 'file'): Buffer {
  const header = Buffer.alloc(BLOCK);
  const { name, prefix } = splitPath(path);
  header.write(name, 0);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  if (size <= LARGEST_OCTAL) header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  else {
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  header.write('00000000000\0', 136);
  header.fill(' ', CHECKSUM.at, CHECKSUM.at + CHECKSUM.bytes);
  header.write(type === 'file' ? '0' : '5', 156);
  header.write('ustar\x0000', 257);
  header.write(prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, CHECKSUM.at);
  return header;
}

/** A long path is split at a slash. */
function splitPath(path: string): { name: string; prefix: string } {
  if (Buffer.byteLength(path) <= NAME_BYTES) return { name: path, prefix: '' };
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(name) <= NAME_BYTES && Buffer.byteLength(prefix) <= PREFIX_BYTES)
      return { name, prefix };
  }
  throw new Error(`the path ${path} is too long`);
}
