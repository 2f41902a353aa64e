/** A JPEG that can't be read. */
export class JpegError extends Error {}
