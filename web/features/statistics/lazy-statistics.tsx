import { LoadWhenVisible } from "#web/ui/load-when-visible.tsx";
import { lazyPart } from "#web/ui/on-demand.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { StatisticsCardProps } from "./statistics-card.tsx";

const card = lazyPart<StatisticsCardProps>(() => import("./statistics-card.tsx"));

/** A level's statistics, below its form. The code loads when they scroll into view. */
export const LazyStatistics = (props: StatisticsCardProps) => (
  <LoadWhenVisible part={card} props={props} id="statistics" fallback={<Skeleton height={520} />} />
);
