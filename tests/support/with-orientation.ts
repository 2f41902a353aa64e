/** Adds an EXIF segment with only the camera's orientation (TIFF 6, tag 0x0112) to a JPEG. */
export const withOrientation = (jpeg: Uint8Array, orientation: number): Uint8Array =>
  Uint8Array.of(
    ...jpeg.subarray(0, 2),
    ...[0xff, 0xe1, 0, 34],
    ...[0x45, 0x78, 0x69, 0x66, 0, 0],
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8],
    ...[0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
    ...[0, 0, 0, 0],
    ...jpeg.subarray(2),
  );
