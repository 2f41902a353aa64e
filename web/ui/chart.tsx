import { type PointerEvent, type ReactNode, useState } from "react";
import { compact } from "#web/lib/format.ts";
import styles from "./chart.module.css";
import { nearest, type Scale } from "./chart-scale.ts";

export interface ChartProps {
  /** What can be asked for, for those who hear it: "Days". */
  label: string;
  /** Where the things drawn are, in per cent from the left and from the top, from left to right. */
  points: readonly { x: number; y: number }[];
  ticks: Scale["ticks"];
  /** Words below its left and its right end. */
  ends: readonly string[];
  /** What is said of one of the points. */
  said: (index: number) => string;
  /** What is said while none is asked about. */
  summary: string;
  /** Shows a dot at each point. */
  dotted?: boolean;
  /** SVG of what is drawn, in a box of 100 by 100. */
  children: ReactNode;
}

/** A chart with lines across. A pointer over it or arrow keys ask about one of its points, which the caption tells of. */
export function Chart({ label, points, ticks, ends, said, summary, dotted, children }: ChartProps) {
  const [asked, setAsked] = useState<number | null>(null);
  const last = points.length - 1;
  const index = asked === null ? null : Math.min(asked, last);
  const askAt = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const places = points.map(({ x }) => x);
    setAsked(Math.max(0, nearest(places, ((clientX - left) / width) * 100)));
  };
  const point = index === null ? undefined : points[index];
  const dots = point ? [point] : dotted ? points : [];
  return (
    <figure className={styles.chart}>
      <div className={styles.plot}>
        <ul className={styles.ticks} aria-hidden>
          {ticks.map(({ value, y }) => (
            <li key={value} style={{ top: `${y}%` }}>
              {compact(value)}
            </li>
          ))}
        </ul>
        <div
          className={styles.area}
          onPointerMove={askAt}
          onPointerDown={askAt}
          onPointerLeave={({ pointerType }) => pointerType === "mouse" && setAsked(null)}
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
            aria-valuetext={said(index ?? last)}
            min={0}
            max={last}
            value={index ?? last}
            onChange={(event) => setAsked(Number(event.target.value))}
            onFocus={() => setAsked((known) => known ?? last)}
            onBlur={() => setAsked(null)}
          />
        </div>
        <p className={styles.ends} aria-hidden>
          {ends.map((end) => (
            <span key={end}>{end}</span>
          ))}
        </p>
      </div>
      <figcaption className={styles.caption}>{index === null ? summary : said(index)}</figcaption>
    </figure>
  );
}
