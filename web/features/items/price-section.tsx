import { useQuery } from "@tanstack/react-query";
import { TrendingUp } from "lucide-react";
import type { Item } from "#domain/items/api.ts";
import { priceHistoryRoute } from "#domain/shop/api.ts";
import { dayText } from "#web/lib/day-text.ts";
import { exact } from "#web/lib/format.ts";
import { useNow } from "#web/lib/now.ts";
import { queryFor } from "#web/lib/query.ts";
import { tradeText } from "#web/text/trade.ts";
import { Section, Table } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import styles from "./market.module.css";
import { PriceChart } from "./price-chart.tsx";
import { type PriceDay, recentAverage } from "./price-history.ts";

const text = tradeText;
const COLUMNS = ["count", "average", "lowest", "highest"] as const;

function PriceTable({ days }: { days: readonly PriceDay[] }) {
  return (
    <details className={styles.days}>
      <summary>{text.table}</summary>
      <Table label={text.tableLabel}>
        <thead>
          <tr>
            <th scope="col">{text.columns.day}</th>
            {COLUMNS.map((column) => (
              <th scope="col" key={column}>
                {text.columns[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <td>{dayText(day.day)}</td>
              {COLUMNS.map((column) => (
                <td key={column}>{exact(day[column])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}

/** What copies of an item were resold for. */
export default function PriceSection({ item }: { item: Item }) {
  const query = useQuery(queryFor(priceHistoryRoute, { params: { id: item.id } }));
  const now = useNow();
  const days = query.data?.data;
  const average = days ? recentAverage(days, now) : null;
  return (
    <div className={styles.box}>
      <Section
        heading={text.prices}
        actions={average !== null && <span className={styles.average}>{text.average(average)}</span>}
      >
        {query.isPending && (
          <Waiting text={text.loadingPrices}>
            <Skeleton height={230} />
          </Waiting>
        )}
        {query.isError && !days && (
          <ErrorState error={query.error} onRetry={() => query.refetch()} busy={query.isFetching} />
        )}
        {days?.length === 0 && <EmptyState icon={TrendingUp} title={text.noPrices} />}
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
