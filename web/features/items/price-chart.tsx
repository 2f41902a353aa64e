import { type PointerEvent, useMemo, useState } from "react";
import { compact } from "#web/lib/format.ts";
import { tradeText } from "#web/text/trade.ts";
import { dayText } from "./day-text.ts";
import styles from "./price-chart.module.css";
import { nearestPoint, type PriceDay, type PricePoint, priceShape } from "./price-history.ts";

const text = tradeText;

function summary(days: readonly PriceDay[]): string {
  const lowest = Math.min(...days.map((day) => day.lowest));
  const highest = Math.max(...days.map((day) => day.highest));
  const [from, to] = [dayText(days[0]?.day ?? ""), dayText(days.at(-1)?.day ?? "")];
  return days.length === 1 ? text.chartOfDay(from, lowest, highest) : text.chart(from, to, lowest, highest);
}

/** What copies went for over time: the average as a line, the range as a band. A pointer over it asks about a day. */
export function PriceChart({ days }: { days: readonly PriceDay[] }) {
  const [chosen, setChosen] = useState<PricePoint>();
  const shape = useMemo(() => priceShape(days), [days]);
  if (!shape) return null;
  const choose = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setChosen(nearestPoint(shape.points, ((event.clientX - left) / width) * 100));
  };
  const { points, ticks } = shape;
  const dots = chosen ? [chosen] : points.length === 1 ? points : [];
  return (
    <figure className={styles.chart}>
      <div className={styles.plot} aria-hidden>
        <ul className={styles.ticks}>
          {ticks.map(({ price, y }) => (
            <li key={price} style={{ top: `${y}%` }}>
              {compact(price)}
            </li>
          ))}
        </ul>
        <div
          className={styles.area}
          onPointerMove={choose}
          onPointerDown={choose}
          onPointerLeave={() => setChosen(undefined)}
        >
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {ticks.map(({ price, y }) => (
              <path className={styles.across} d={`M0,${y}H100`} key={price} />
            ))}
            <path className={styles.band} d={shape.band} />
            <path className={styles.line} d={shape.line} />
          </svg>
          {dots.map(({ day, x, y }) => (
            <i className={styles.dot} style={{ left: `${x}%`, top: `${y}%` }} key={day.day} />
          ))}
        </div>
        <p className={styles.ends}>
          <span>{dayText(days[0]?.day ?? "")}</span>
          {days.length > 1 && <span>{dayText(days.at(-1)?.day ?? "")}</span>}
        </p>
      </div>
      <figcaption className={styles.caption}>
        {chosen ? text.daySaid(dayText(chosen.day.day), chosen.day.average, chosen.day.count) : summary(days)}
      </figcaption>
    </figure>
  );
}
