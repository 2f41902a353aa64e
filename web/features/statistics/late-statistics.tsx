import { InSight } from "#web/ui/in-sight.tsx";
import { latePart } from "#web/ui/on-demand.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { StatisticsCardProps } from "./statistics-card.tsx";

const card = latePart<StatisticsCardProps>(() => import("./statistics-card.tsx"));

/** A level's statistics below its form: the code comes when they come in sight. */
export const LateStatistics = (props: StatisticsCardProps) => (
  <InSight part={card} props={props} id="statistics" waiting={<Skeleton height={520} />} />
);
