import { formatMoment } from "#web/lib/format-day.ts";

/** A time with its day, in the reader's time zone. */
export const MomentTime = ({ value }: { value: string }) => (
  <time dateTime={value}>{formatMoment(value)}</time>
);
