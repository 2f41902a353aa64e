/** What a JPEG's markers say, read without decoding anything. */
export interface JpegFrame {
  width: number;
  height: number;
  /** How often the whole picture is gone over; a few for a progressive one. */
  scans: number;
}

/** Size and scans of a whole JPEG file; null when it has no frame header or ends before its end marker. */
export function jpegFrame(bytes: Uint8Array): JpegFrame | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let frame: JpegFrame | null = null;
  let at = 2;
  while (at + 1 < bytes.length) {
    // Between a scan's header and the next marker lies its data, in which FF is followed by 00 or a restart.
    at = bytes.indexOf(0xff, at);
    const marker = at < 0 ? undefined : bytes[at + 1];
    if (marker === undefined) return null;
    if (marker === 0xff) at += 1;
    else if (marker === 0x00 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker === 0xd9) return frame;
    else {
      if (at + 9 > bytes.length) return null;
      // Start-of-frame markers are C0 to CF but for C4 (tables), C8 (reserved) and CC (arithmetic tables).
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
