import { MessagesSquare } from "lucide-react";
import type { ReactNode } from "react";
import { ResponseError } from "#web/lib/api.ts";
import { composeText as text } from "#web/text/compose.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Missing } from "#web/ui/missing.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { ForumPage } from "../forum-page.tsx";
import styles from "./compose.module.css";

const FORUMS = (
  <LinkButton variant="primary" icon={MessagesSquare} to="/forums">
    {text.forums}
  </LinkButton>
);

/** What is to be answered or changed is not there, or not for the one who asks. */
export const MissingPost = () => (
  <Missing title={text.missingTitle} text={text.missing}>
    {FORUMS}
  </Missing>
);

/** It is there, but somebody else's. */
export const NotYours = ({ to }: { to: string }) => (
  <Missing title={text.notYoursTitle} text={text.notYours}>
    <LinkButton variant="primary" to={to}>
      {text.back}
    </LinkButton>
  </Missing>
);

interface AskedFor<T> {
  data: T | undefined;
  error: unknown;
  isFetching: boolean;
  isFetchedAfterMount: boolean;
  refetch: () => unknown;
}

interface ComposeScreenProps<T> {
  title: string;
  /** What the page is about: as it is now, for what was kept of it may have been changed since. */
  query: AskedFor<T>;
  children: (data: T) => ReactNode;
}

/** A page on which something is written about something that is asked for first. */
export function ComposeScreen<T>({ title, query, children }: ComposeScreenProps<T>) {
  const { data, error } = query;
  if (error instanceof ResponseError && error.status === 404) return <MissingPost />;
  if (data !== undefined && query.isFetchedAfterMount) return children(data);
  return (
    <ForumPage title={title}>
      {error && !query.isFetching ? (
        <ErrorState error={error} onRetry={() => query.refetch()} />
      ) : (
        <Waiting text={text.loading} className={styles.form}>
          <Skeleton height={48} />
          <Skeleton height={240} />
          <Skeleton height={48} width={160} />
        </Waiting>
      )}
    </ForumPage>
  );
}

interface AboutProps {
  title: string;
  /** Where it is. */
  thread: { title: string; url: string };
  children: ReactNode;
}

/** The page of something in a thread, or in a subforum. */
export const AboutThread = ({ title, thread: { title: name, url }, children }: AboutProps) => (
  <ForumPage title={title} way={{ name, url }}>
    {children}
  </ForumPage>
);
