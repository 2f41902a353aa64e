import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Item } from "#domain/items/api.ts";
import { priceHistoryRoute } from "#domain/shop/api.ts";
import tables from "#web/components/day-table.module.css";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { formatNumber } from "#web/lib/format.ts";
import { formatDay } from "#web/lib/format-day.ts";
import { useNow } from "#web/lib/now.ts";
import { queryFor } from "#web/lib/query.ts";
import { Chart } from "#web/ui/chart.tsx";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Section, Table } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import styles from "./market.module.css";
import priceChartStyles from "./price-chart.module.css";
import { type PriceDay, priceShape, recentAverage } from "./price-shape.ts";
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
function PriceChart({ days }: { days: readonly PriceDay[] }) {
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
      <g className={priceChartStyles.shape}>
        <path className={priceChartStyles.band} d={shape.band} />
        <path className={priceChartStyles.line} d={shape.line} />
      </g>
    </Chart>
  );
}

const COLUMNS = ["count", "average", "lowest", "highest"] as const;

function PriceTable({ days }: { days: readonly PriceDay[] }) {
  return (
    <details className={cx(tables.days, styles.days)}>
      <summary>{priceHistoryText.table}</summary>
      <Table label={priceHistoryText.tableLabel}>
        <thead>
          <tr>
            <th scope="col">{priceHistoryText.columns.day}</th>
            {COLUMNS.map((column) => (
              <th scope="col" key={column}>
                {priceHistoryText.columns[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <td>{formatDay(day.day)}</td>
              {COLUMNS.map((column) => (
                <td key={column}>{formatNumber(day[column])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}

/** The resale prices of an item. */
export function PriceSection({ item }: { item: Item }) {
  const query = useQuery(queryFor(priceHistoryRoute, { params: { id: item.id } }));
  const now = useNow();
  const days = query.data?.data;
  const average = days ? recentAverage(days, now) : null;
  return (
    <div className={styles.box}>
      <Section
        heading={priceHistoryText.prices}
        actions={
          average !== null && <span className={styles.average}>{priceHistoryText.average(average)}</span>
        }
      >
        {query.isPending && (
          <LoadingRegion text={priceHistoryText.loadingPrices}>
            <Skeleton height={230} />
          </LoadingRegion>
        )}
        {query.isError && !days && (
          <ErrorState error={query.error} onRetry={() => query.refetch()} busy={query.isFetching} />
        )}
        {days?.length === 0 && (
          <EmptyState
            title={priceHistoryText.noPrices}
            art={<PosedBopi pose="sit" />}
            noAction="Prices come with sales"
          />
        )}
        {days && days.length > 0 && (
          <>
            <PriceChart days={days} />
            <PriceTable days={days} />
          </>
        )}
      </Section>
    </div>
  );
}
