import { useQuery } from "@tanstack/react-query";
import { Flag } from "lucide-react";
import { standingRoute } from "#domain/moderation/api.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { queryFor } from "#web/lib/query.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Page } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { HeldPosts } from "../held-posts.tsx";
import styles from "../standing.module.css";
import { standingText as text } from "../text/standing.ts";
import { Warnings } from "../warnings.tsx";

/** The user's own standing: warnings and held posts. */
export default function StandingPage() {
  const { data, error, isPending, isFetching, refetch } = useQuery(queryFor(standingRoute, {}));
  const isGood = data && data.warnings.length === 0 && data.held.length === 0;
  return (
    <Page
      title={text.title}
      width="middle"
      actions={
        data && (
          <LinkButton icon={Flag} to="/reports">
            {text.reports}
          </LinkButton>
        )
      }
    >
      {isPending && (
        <LoadingRegion text={text.loading} className={styles.skeleton}>
          <Skeleton height={160} />
          <Skeleton height={120} />
        </LoadingRegion>
      )}
      {!data && error && <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />}
      {isGood && (
        <EmptyState title={text.goodTitle} text={text.good} art={<PosedBopi pose="cheer" />}>
          <LinkButton to="/">{text.home}</LinkButton>
        </EmptyState>
      )}
      {data && data.warnings.length > 0 && <Warnings warnings={data.warnings} />}
      {data && data.held.length > 0 && <HeldPosts posts={data.held} />}
    </Page>
  );
}
