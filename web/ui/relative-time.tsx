import { formatCompact, formatDateTime, formatNumber, formatRelativeTime } from "#web/lib/format.ts";
import { useNow } from "#web/lib/now.ts";
import { Tooltip } from "./tooltip.tsx";

/** A time as "3 hours ago", with the exact time in a tooltip. */
export function RelativeTime({ value }: { value: string }) {
  const now = useNow();
  return (
    <Tooltip text={formatDateTime(value)} inline>
      <time dateTime={value}>{formatRelativeTime(value, now)}</time>
    </Tooltip>
  );
}

/** A number as "1.2K", with the exact number in a tooltip if it differs. */
export function CompactNumber({ value }: { value: number }) {
  const short = formatCompact(value);
  if (short === formatNumber(value)) return short;
  return (
    <Tooltip text={formatNumber(value)} inline>
      {short}
    </Tooltip>
  );
}
