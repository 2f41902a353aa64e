import { existsSync, statfsSync } from "node:fs";

/** A file system in memory. In some containers it's too small. */
export const SHARED_MEMORY = "/dev/shm";

export function hasSharedMemory(minBytes: number): boolean {
  if (!existsSync(SHARED_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return bavail * bsize >= minBytes;
}
