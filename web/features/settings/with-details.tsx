import type { ReactNode } from "react";
import type { UserDetails } from "#domain/settings/api.ts";
import { settingsText } from "#web/text/settings.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { useDetails } from "./details.ts";
import styles from "./settings.module.css";

/** Bones in the shape of the panels to come. */
export function PanelsSkeleton({ heights }: { heights: readonly number[] }) {
  return (
    <Waiting text={settingsText.loading} className={styles.bones}>
      {heights.map((height) => (
        <Skeleton key={height} height={height} />
      ))}
    </Waiting>
  );
}

/** What needs the account's details, once they are here. */
export function WithDetails({
  heights,
  children,
}: {
  /** Of the panels to come, in pixels. */
  heights: readonly number[];
  children: (details: UserDetails) => ReactNode;
}) {
  const { data, error, isPending, isFetching, refetch } = useDetails();
  if (isPending) return <PanelsSkeleton heights={heights} />;
  if (!data) return <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />;
  return children(data);
}
