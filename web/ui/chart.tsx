import { type PointerEvent, type ReactNode, useState } from "react";
import { formatCompact } from "#web/lib/format.ts";
import styles from "./chart.module.css";
import { type ChartScale, nearestIndex } from "./chart-scale.ts";

export interface ChartProps {
  /** Names the slider for screen readers: "Days". */
  label: string;
  /** The data points, left to right, in percent from the left and from the top. */
  points: readonly { x: number; y: number }[];
  ticks: ChartScale["ticks"];
  /** Labels below the left and the right end. */
  ends: readonly string[];
  /** Describes one point. */
  describePoint: (index: number) => string;
  /** The caption while no point is selected. */
  summary: string;
  /** Shows a dot at each point. */
  dotted?: boolean;
  /** The chart as SVG, in a viewBox of 100 by 100. */
  children: ReactNode;
}

/** A chart with grid lines. The pointer or the arrow keys select a point, which the caption describes. */
export function Chart({ label, points, ticks, ends, describePoint, summary, dotted, children }: ChartProps) {
  const [selected, setSelected] = useState<number | null>(null);
  const last = points.length - 1;
  const index = selected === null ? null : Math.min(selected, last);
  const selectAt = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const positions = points.map(({ x }) => x);
    setSelected(Math.max(0, nearestIndex(positions, ((clientX - left) / width) * 100)));
  };
  const point = index === null ? undefined : points[index];
  const dots = point ? [point] : dotted ? points : [];
  return (
    <figure className={styles.chart}>
      <div className={styles.plot}>
        <ul className={styles.ticks} aria-hidden>
          {ticks.map(({ value, y }) => (
            <li key={value} style={{ top: `${y}%` }}>
              {formatCompact(value)}
            </li>
          ))}
        </ul>
        <div
          className={styles.area}
          onPointerMove={selectAt}
          onPointerDown={selectAt}
          onPointerLeave={({ pointerType }) => pointerType === "mouse" && setSelected(null)}
        >
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {ticks.map(({ value, y }) => (
              <path className={styles.across} d={`M0,${y}H100`} key={value} />
            ))}
            {children}
          </svg>
          {point && <i className={styles.mark} style={{ left: `${point.x}%` }} />}
          {dots.map(({ x, y }) => (
            <i className={styles.dot} style={{ left: `${x}%`, top: `${y}%` }} key={x} />
          ))}
          <input
            type="range"
            aria-label={label}
            aria-valuetext={describePoint(index ?? last)}
            min={0}
            max={last}
            value={index ?? last}
            onChange={(event) => setSelected(Number(event.target.value))}
            onFocus={() => setSelected((known) => known ?? last)}
            onBlur={() => setSelected(null)}
          />
        </div>
        <p className={styles.ends} aria-hidden>
          {ends.map((end) => (
            <span key={end}>{end}</span>
          ))}
        </p>
      </div>
      <figcaption className={styles.caption}>{index === null ? summary : describePoint(index)}</figcaption>
    </figure>
  );
}
