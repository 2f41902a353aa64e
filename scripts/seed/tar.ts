const BLOCK = 512;

interface TarFile {
  name: string;
  bytes: Uint8Array;
}

const padding = (length: number) => Buffer.alloc((BLOCK - (length % BLOCK)) % BLOCK);

/** Returns a header of the old tar format, without owners and times, so the same files give the same bytes. */
function headerOf({ name, bytes }: TarFile): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100);
  header.write("0000644\0", 100);
  header.write("0000000\0".repeat(2), 108);
  header.write(`${bytes.length.toString(8).padStart(11, "0")}\0`, 124);
  header.write(`${"0".repeat(11)}\0        0`, 136);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

/** Packs files into a tar archive. */
export const packTar = (files: readonly TarFile[]): Buffer =>
  Buffer.concat([
    ...files.flatMap((file) => [headerOf(file), file.bytes, padding(file.bytes.length)]),
    Buffer.alloc(2 * BLOCK),
  ]);

/** Returns the files of an archive that `packTar` made. */
export function unpackTar(archive: Buffer): TarFile[] {
  const files: TarFile[] = [];
  for (let at = 0; archive[at]; ) {
    const [name = ""] = archive.toString("latin1", at, at + 100).split("\0");
    const length = Number.parseInt(archive.toString("latin1", at + 124, at + 135), 8);
    at += BLOCK;
    files.push({ name, bytes: new Uint8Array(archive.subarray(at, at + length)) });
    at += length + padding(length).length;
  }
  return files;
}
