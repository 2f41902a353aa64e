import { useMemo } from "react";
import { formatDay } from "#web/lib/format-day.ts";
import { Chart } from "#web/ui/chart.tsx";
import styles from "./price-chart.module.css";
import { type PriceDay, priceShape } from "./price-shape.ts";
import { priceHistoryText } from "./text/price-history.ts";

function summary(days: readonly PriceDay[]): string {
  const lowest = Math.min(...days.map((day) => day.lowest));
  const highest = Math.max(...days.map((day) => day.highest));
  const [from, to] = [formatDay(days[0]?.day ?? ""), formatDay(days.at(-1)?.day ?? "")];
  return days.length === 1
    ? priceHistoryText.chartOfDay(from, lowest, highest)
    : priceHistoryText.chart(from, to, lowest, highest);
}

/** Resale prices over time: the average as a line, the range as a band. */
export function PriceChart({ days }: { days: readonly PriceDay[] }) {
  const shape = useMemo(() => priceShape(days), [days]);
  if (!shape) return null;
  const ends = days.length > 1 ? [days[0], days.at(-1)] : days;
  return (
    <Chart
      label={priceHistoryText.chartDays}
      points={shape.points}
      ticks={shape.ticks}
      ends={ends.map((end) => formatDay(end?.day ?? ""))}
      describePoint={(i) => {
        const { day, average, count } = days[i] as PriceDay;
        return priceHistoryText.dayLabel(formatDay(day), average, count);
      }}
      summary={summary(days)}
      dotted={days.length === 1}
    >
      <g className={styles.shape}>
        <path className={styles.band} d={shape.band} />
        <path className={styles.line} d={shape.line} />
      </g>
    </Chart>
  );
}
