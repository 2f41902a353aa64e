const KB = 1024;
const MB = 1024 * KB;

/** Formats bytes as "64 KB" or "8.1 MB". Rounds up, so a size over a limit never reads like the limit. */
export function formatFileSize(bytes: number): string {
  const [unit, name] = bytes < MB ? [KB, "KB"] : [MB, "MB"];
  return `${Math.ceil((bytes / unit) * 10) / 10} ${name}`;
}

/** The message for a file over its limit: "The picture is 12 MB. The limit is 8 MB." */
export const sizeProblem = (subject: string, bytes: number, limit: number): string =>
  `${subject} is ${formatFileSize(bytes)}. The limit is ${formatFileSize(limit)}.`;
