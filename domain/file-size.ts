const KB = 1024;
const MB = 1024 * KB;

/** Bytes as people read them: "64 KB", "8 MB", "8.1 MB". Rounded up, so that what is over a limit never reads like the limit. */
export function fileSize(bytes: number): string {
  const [unit, name] = bytes < MB ? [KB, "KB"] : [MB, "MB"];
  return `${Math.ceil((bytes / unit) * 10) / 10} ${name}`;
}

/** What is wrong with something that is over its limit: "The picture has 12 MB. At most 8 MB are allowed." */
export const sizeProblem = (what: string, bytes: number, limit: number): string =>
  `${what} has ${fileSize(bytes)}. At most ${fileSize(limit)} are allowed.`;
