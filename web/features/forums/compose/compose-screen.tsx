import type { UseQueryResult } from "@tanstack/react-query";
import { MessagesSquare } from "lucide-react";
import type { ReactNode } from "react";
import { Missing } from "#web/components/missing.tsx";
import { isNotFound } from "#web/lib/api.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { ForumPage } from "../forum-page.tsx";
import { composeText as text } from "../text/compose.ts";
import styles from "./compose.module.css";

const FORUMS_LINK = (
  <LinkButton variant="primary" icon={MessagesSquare} to="/forums">
    {text.forums}
  </LinkButton>
);

export const MissingPost = () => (
  <Missing title={text.missingTitle} text={text.missing}>
    {FORUMS_LINK}
  </Missing>
);

export const NotYourPost = ({ to }: { to: string }) => (
  <Missing title={text.notYoursTitle} text={text.notYours}>
    <LinkButton variant="primary" to={to}>
      {text.back}
    </LinkButton>
  </Missing>
);

interface ComposeScreenProps<T> {
  title: string;
  /** Loads the thread or reply. Must refetch on mount, because a cached version can be outdated. */
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}

export function ComposeScreen<T>({ title, query, children }: ComposeScreenProps<T>) {
  const { data, error } = query;
  if (isNotFound(error)) return <MissingPost />;
  if (data !== undefined && query.isFetchedAfterMount) return children(data);
  return (
    <ForumPage title={title}>
      {error && !query.isFetching ? (
        <QueryError query={query} always />
      ) : (
        <LoadingRegion text={text.loading} className={styles.form}>
          <Skeleton height={48} />
          <Skeleton height={240} />
          <Skeleton height={48} width={160} />
        </LoadingRegion>
      )}
    </ForumPage>
  );
}

interface ThreadComposePageProps {
  title: string;
  thread: { title: string; url: string };
  children: ReactNode;
}

export const ThreadComposePage = ({ title, thread, children }: ThreadComposePageProps) => (
  <ForumPage title={title} parent={{ name: thread.title, url: thread.url }}>
    {children}
  </ForumPage>
);
