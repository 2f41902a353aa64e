import { compact, exact, exactDate, relativeDate } from "#web/lib/format.ts";
import { useNow } from "#web/lib/now.ts";
import { Tooltip } from "./tooltip.tsx";

/** A date as "3 hours ago", with the exact one in a tooltip. */
export function Time({ value }: { value: string }) {
  const now = useNow();
  return (
    <Tooltip text={exactDate(value)} inline>
      <time dateTime={value}>{relativeDate(value, now)}</time>
    </Tooltip>
  );
}

/** A number as "1.2K", with the exact one in a tooltip where they differ. */
export function Num({ value }: { value: number }) {
  const short = compact(value);
  if (short === exact(value)) return short;
  return (
    <Tooltip text={exact(value)} inline>
      {short}
    </Tooltip>
  );
}
