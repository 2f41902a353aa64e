/** The contents of a JPEG's markers, read without decoding the picture. */
export interface JpegFrame {
  width: number;
  height: number;
  /** The number of passes over the whole picture; several in a progressive JPEG. */
  scans: number;
}

/** Returns the size and scans of a complete JPEG file; null if it has no frame header or no end marker. */
export function readJpegFrame(bytes: Uint8Array): JpegFrame | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let frame: JpegFrame | null = null;
  let at = 2;
  while (at + 1 < bytes.length) {
    // Scan data lies between a scan's header and the next marker; in it, FF is followed by 00 or a restart
    // marker.
    at = bytes.indexOf(0xff, at);
    const marker = at < 0 ? undefined : bytes[at + 1];
    if (marker === undefined) return null;
    if (marker === 0xff) at += 1;
    else if (marker === 0x00 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker === 0xd9) return frame;
    else {
      if (at + 9 > bytes.length) return null;
      // Start-of-frame markers are C0 to CF, except C4 (tables), C8 (reserved) and CC (arithmetic tables).
      if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
        if (frame) return null;
        frame = { height: view.getUint16(at + 5), width: view.getUint16(at + 7), scans: 0 };
        if (!frame.width || !frame.height) return null;
      }
      if (marker === 0xda && frame) frame.scans++;
      at += 2 + view.getUint16(at + 2);
    }
  }
  return null;
}
