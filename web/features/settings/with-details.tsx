import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { deviceListRoute } from "#domain/security/api.ts";
import { type UserDetails, userDetailsRoute } from "#domain/settings/api.ts";
import { invalidate } from "#web/lib/cache.ts";
import { queryFor } from "#web/lib/query.ts";
import { useRefreshUser } from "#web/lib/user.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import styles from "./settings.module.css";
import { settingsText } from "./text/settings.ts";

const useAccountDetails = () => useQuery(queryFor(userDetailsRoute, {}));

/** Returns a function to call after a change to the account. It refreshes the settings and the shell. */
export function useRefreshDetails(): () => void {
  const client = useQueryClient();
  const refresh = useRefreshUser();
  return () => {
    // A change can sign devices out.
    void invalidate(client, [userDetailsRoute.path, deviceListRoute.path]);
    refresh();
  };
}

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
