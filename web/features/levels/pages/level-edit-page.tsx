import { Hammer } from "lucide-react";
import { useParams } from "react-router";
import { Missing } from "#web/components/missing.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { LoadWhenVisible } from "#web/ui/load-when-visible.tsx";
import { lazyPart } from "#web/ui/on-demand.tsx";
import { Page } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import type { StatisticsCardProps } from "../../statistics/statistics-card.tsx";
import { LevelForm } from "../form/level-form.tsx";
import { useLevel } from "../level-query.ts";
import { MissingLevel } from "../missing-level.tsx";
import { levelFormText as text } from "../text/level-form.ts";

const card = lazyPart<StatisticsCardProps>(() => import("../../statistics/statistics-card.tsx"));

const LazyStatistics = (props: StatisticsCardProps) => (
  <LoadWhenVisible part={card} props={props} id="statistics" fallback={<Skeleton height={520} />} />
);

export default function LevelEditPage() {
  const { id } = useParams();
  const { level, isMissing, ...query } = useLevel(id);
  if (isMissing) return <MissingLevel />;
  if (level && !level.can_edit)
    return (
      <Missing title={text.forbiddenTitle} text={text.forbidden}>
        <LinkButton variant="primary" to={level.url}>
          {text.back}
        </LinkButton>
      </Missing>
    );
  return (
    <Page
      title={text.editModal}
      heading={level ? text.editTitle(level.title) : text.editModal}
      actions={
        level && (
          <LinkButton variant="primary" icon={Hammer} to={`/build/${level.id}`}>
            {text.openBuilder}
          </LinkButton>
        )
      }
    >
      {level && <LevelForm key={level.id} level={level} />}
      {level && <LazyStatistics level={level} />}
      <QueryError query={query} />
      {query.isPending && <Skeleton height={520} />}
    </Page>
  );
}
