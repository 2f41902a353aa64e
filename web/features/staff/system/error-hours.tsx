import type { OutputOf } from "#domain/api/route.ts";
import type { systemRoute } from "#domain/system/api.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { Chart } from "#web/ui/chart.tsx";
import { chartScale } from "#web/ui/chart-scale.ts";
import { systemText as text } from "../text/system.ts";
import styles from "./system.module.css";

type Hours = OutputOf<typeof systemRoute>["hours"];

/** Share of an hour's width that its bar takes. */
const BAR_SHARE = 0.7;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Errors of the last 24 hours: bars of server errors, and above them all others. */
export function ErrorHours({ hours }: { hours: Hours }) {
  const server = hours.map((hour) => hour.server);
  const others = hours.map(({ background, browsers }) => background + browsers);
  const totals = hours.map((_, i) => (server[i] ?? 0) + (others[i] ?? 0));
  if (sum(totals) === 0) return <p className={styles.muted}>{text.noHours}</p>;
  const { top, ticks } = chartScale(Math.max(...totals));
  const width = 100 / hours.length;
  const y = (value: number) => 100 - (100 * value) / top;
  const bars = (to: readonly number[], from?: readonly number[]) =>
    to
      .map((value, i) => {
        const left = (i + (1 - BAR_SHARE) / 2) * width;
        return `M${left},${y(from?.[i] ?? 0)}V${y(value)}h${width * BAR_SHARE}V${y(from?.[i] ?? 0)}z`;
      })
      .join("");
  return (
    <>
      <ul className={styles.legend}>
        <li>
          <i className={styles.serverSign} />
          {text.serverErrors}
        </li>
        <li>
          <i className={styles.othersSign} />
          {text.otherErrors}
        </li>
      </ul>
      <Chart
        label={text.hours}
        points={totals.map((value, i) => ({ x: (i + 0.5) * width, y: y(value) }))}
        ticks={ticks}
        ends={[hours[0], hours.at(-1)].map((hour) => formatDateTime(hour?.at ?? ""))}
        describePoint={(i) =>
          text.hourLabel(formatDateTime(hours[i]?.at ?? ""), server[i] ?? 0, others[i] ?? 0)
        }
        summary={text.hoursSummary(sum(server), sum(others))}
      >
        <g className={styles.drawing}>
          <path className={styles.server} d={bars(server)} />
          <path className={styles.others} d={bars(totals, server)} />
        </g>
      </Chart>
    </>
  );
}
