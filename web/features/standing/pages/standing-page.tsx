import { useQuery } from "@tanstack/react-query";
import { Flag } from "lucide-react";
import { standingRoute } from "#domain/moderation/api.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { lookUp } from "#web/lib/look-up.ts";
import { queryFor } from "#web/lib/query.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import styles from "../standing.module.css";
import { standingText as text } from "../text/standing.ts";
import type { OwnStanding } from "../types.ts";
import { Warnings } from "../warnings.tsx";

const heldPostsText = text.held;
type Post = OwnStanding["held"][number];

function statusText({ state, ahead, reason }: Post): string {
  if (state === "waiting") return heldPostsText.place(ahead);
  if (state === "approved") return heldPostsText.approved;
  return reason ? heldPostsText.because(reason) : heldPostsText.declined;
}

function HeldPost({ post }: { post: Post }) {
  const { kind, title, body, state, created_at } = post;
  return (
    <Card className={styles.stack}>
      <div className={styles.line}>
        <Badge {...(state === "approved" && { tone: "accent" as const })}>
          {heldPostsText.states[state]}
        </Badge>
        <span>{lookUp(heldPostsText.kinds, kind, kind)}</span>
        <span className={styles.muted}>
          <RelativeTime value={created_at} />
        </span>
      </div>
      {title && (
        <h3 className={styles.title} dir="auto">
          {title}
        </h3>
      )}
      <Truncate>
        <blockquote className={styles.quote}>{body}</blockquote>
      </Truncate>
      <p className={styles.muted}>{statusText(post)}</p>
    </Card>
  );
}

export default function StandingPage() {
  const query = useQuery(queryFor(standingRoute, {}));
  const { data } = query;
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
      {query.isPending && (
        <LoadingRegion text={text.loading} className={styles.skeleton}>
          <Skeleton height={160} />
          <Skeleton height={120} />
        </LoadingRegion>
      )}
      <QueryError query={query} />
      {isGood && (
        <EmptyState title={text.goodTitle} text={text.good} pose="cheer">
          <LinkButton to="/">{text.home}</LinkButton>
        </EmptyState>
      )}
      {data && data.warnings.length > 0 && <Warnings warnings={data.warnings} />}
      {data && data.held.length > 0 && (
        <Section heading={heldPostsText.heading}>
          <p className={styles.muted}>{heldPostsText.intro}</p>
          <ul className={styles.list}>
            {data.held.map((post) => (
              <li key={post.id}>
                <HeldPost post={post} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Page>
  );
}
