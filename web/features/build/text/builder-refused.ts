import { formatCount, formatNumber } from "#web/lib/format.ts";

export const builderRefusedText = {
  title: (count: number) => `${formatCount(count, "change")} couldn't be made`,
  line: (message: string, count: number) =>
    count > 1 ? `${message} (${formatNumber(count)} times)` : message,
  dismiss: "Dismiss",
} as const;
