import { useMemo } from "react";
import { dayText } from "#web/lib/day-text.ts";
import { tradeText } from "#web/text/trade.ts";
import { Chart } from "#web/ui/chart.tsx";
import styles from "./price-chart.module.css";
import { type PriceDay, priceShape } from "./price-history.ts";

const text = tradeText;

function summary(days: readonly PriceDay[]): string {
  const lowest = Math.min(...days.map((day) => day.lowest));
  const highest = Math.max(...days.map((day) => day.highest));
  const [from, to] = [dayText(days[0]?.day ?? ""), dayText(days.at(-1)?.day ?? "")];
  return days.length === 1 ? text.chartOfDay(from, lowest, highest) : text.chart(from, to, lowest, highest);
}

/** What copies went for over time: the average as a line, the range as a band. */
export function PriceChart({ days }: { days: readonly PriceDay[] }) {
  const shape = useMemo(() => priceShape(days), [days]);
  if (!shape) return null;
  const ends = days.length > 1 ? [days[0], days.at(-1)] : days;
  return (
    <Chart
      label={text.chartDays}
      points={shape.points}
      ticks={shape.ticks}
      ends={ends.map((end) => dayText(end?.day ?? ""))}
      said={(i) => {
        const { day, average, count } = days[i] as PriceDay;
        return text.daySaid(dayText(day), average, count);
      }}
      summary={summary(days)}
      dotted={days.length === 1}
    >
      <g className={styles.drawn}>
        <path className={styles.band} d={shape.band} />
        <path className={styles.line} d={shape.line} />
      </g>
    </Chart>
  );
}
