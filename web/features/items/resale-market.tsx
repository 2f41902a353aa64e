import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Item } from "#domain/items/api.ts";
import { type Listing, listingsRoute, priceHistoryRoute } from "#domain/shop/api.ts";
import { CoinPrice } from "#web/components/coin-price.tsx";
import tables from "#web/components/day-table.module.css";
import { EmptyState, FirstPageLink } from "#web/components/empty-state.tsx";
import { Person } from "#web/components/person.tsx";
import { formatNumber } from "#web/lib/format.ts";
import { formatDay } from "#web/lib/format-day.ts";
import { useNow } from "#web/lib/now.ts";
import { listQueryFor, queryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { Chart } from "#web/ui/chart.tsx";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Section, Table } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Repeat, Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { TableHead } from "#web/ui/table-head.tsx";
import { copyDeal, type Deal } from "./deal.ts";
import styles from "./market.module.css";
import priceChartStyles from "./price-chart.module.css";
import { type PriceDay, priceShape, recentAverage } from "./price-shape.ts";
import { priceHistoryText } from "./text/price-history.ts";
import { tradeText } from "./text/trade.ts";

interface OfferListItemProps {
  listing: Listing;
  isOwn: boolean;
  /** Absent if the user can't buy it. */
  onBuy?: (() => void) | undefined;
}

function OfferListItem({ listing, isOwn, onBuy }: OfferListItemProps) {
  const { serial, price, user } = listing;
  return (
    <li className={styles.offer}>
      <div className={styles.seller}>
        <span className={styles.serial}>{tradeText.serial(serial)}</span>
        <Person person={user} size={32} />
      </div>
      <CoinPrice price={price} />
      {isOwn && <Badge>{tradeText.yours}</Badge>}
      {onBuy && (
        <Button aria-label={tradeText.buyCopy(serial, user.username)} onClick={onBuy}>
          {tradeText.buy}
        </Button>
      )}
    </li>
  );
}
const POLL_MS = 20_000;

export interface OffersSectionProps {
  item: Item;
  page: number;
  hrefOf: (page: number) => string;
  onBuy: (deal: Deal) => void;
}

function OffersSection({ item, page, hrefOf, onBuy }: OffersSectionProps) {
  const user = useUser();
  const list = useQuery({
    ...listQueryFor(listingsRoute, { params: { id: item.id }, input: { page } }),
    refetchInterval: POLL_MS,
  });
  const { data: listings, meta } = list.data ?? {};
  const canBuy = user?.email_verified === true && !item.owned;
  return (
    <div className={styles.box} id="offers">
      <Section heading={tradeText.offers}>
        {item.owned && listings?.some((listing) => listing.user.id !== user?.id) && (
          <p className={styles.note}>{tradeText.ownOne}</p>
        )}
        {list.isPending && (
          <LoadingRegion text={tradeText.loadingOffers} className={styles.offers}>
            <Repeat times={4}>
              <Skeleton height={60} />
            </Repeat>
          </LoadingRegion>
        )}
        <QueryError query={list} />
        {listings?.length === 0 && (
          <EmptyState
            title={tradeText.none}
            text={page > 1 ? tradeText.nonePage : tradeText.noneHint}
            pose="shrug"
          >
            {page > 1 ? (
              <FirstPageLink to={hrefOf(1)} variant="plain" />
            ) : (
              <LinkButton to={`/shop?category=${item.type.name}`}>{tradeText.toShop}</LinkButton>
            )}
          </EmptyState>
        )}
        {listings && listings.length > 0 && (
          <ol
            className={cx(styles.offers, list.isPlaceholderData && styles.stale)}
            aria-label={tradeText.offersLabel}
          >
            {listings.map((listing) => (
              <OfferListItem
                key={listing.id}
                listing={listing}
                isOwn={listing.user.id === user?.id}
                onBuy={canBuy ? () => onBuy(copyDeal(item, listing)) : undefined}
              />
            ))}
          </ol>
        )}
        <Pagination page={page} meta={meta} hrefOf={hrefOf} label={tradeText.offersPages} />
      </Section>
    </div>
  );
}

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

function PriceSection({ item }: { item: Item }) {
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
        <QueryError query={query} />
        {days?.length === 0 && (
          <EmptyState title={priceHistoryText.noPrices} pose="sit" noAction="Prices come with sales" />
        )}
        {days && days.length > 0 && (
          <>
            <PriceChart days={days} />
            <details className={cx(tables.days, styles.days)}>
              <summary>{priceHistoryText.table}</summary>
              <Table label={priceHistoryText.tableLabel}>
                <TableHead columns={Object.values(priceHistoryText.columns)} />
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
          </>
        )}
      </Section>
    </div>
  );
}

export default function ResaleMarket(props: OffersSectionProps) {
  return (
    <div className={styles.market}>
      <OffersSection {...props} />
      <PriceSection item={props.item} />
    </div>
  );
}
