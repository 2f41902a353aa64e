import type { ReactNode } from "react";
import type { UserDetails } from "#domain/settings/api.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { useAccountDetails } from "./account-details.ts";
import styles from "./settings.module.css";
import { settingsText } from "./text/settings.ts";

/** The placeholder of settings panels. */
export function PanelsSkeleton({ heights }: { heights: readonly number[] }) {
  return (
    <LoadingRegion text={settingsText.loading} className={styles.skeleton}>
      {heights.map((height) => (
        <Skeleton key={height} height={height} />
      ))}
    </LoadingRegion>
  );
}

/** Renders its children with the account's details once they are loaded. */
export function WithDetails({
  heights,
  children,
}: {
  /** Heights of the placeholder panels, in pixels. */
  heights: readonly number[];
  children: (details: UserDetails) => ReactNode;
}) {
  const { data, error, isPending, isFetching, refetch } = useAccountDetails();
  if (isPending) return <PanelsSkeleton heights={heights} />;
  if (!data) return <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />;
  return children(data);
}
