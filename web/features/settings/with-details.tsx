import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { deviceListRoute } from "#domain/security/api.ts";
import { type UserDetails, userDetailsRoute } from "#domain/settings/api.ts";
import { invalidate } from "#web/lib/cache.ts";
import { queryFor } from "#web/lib/query.ts";
import { useRefreshUser } from "#web/lib/user.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import styles from "./settings.module.css";
import { settingsText } from "./text/settings.ts";

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

interface WithDetailsProps {
  /** Heights of the placeholder panels, in pixels. */
  heights: readonly number[];
  children: (details: UserDetails) => ReactNode;
}

export function WithDetails({ heights, children }: WithDetailsProps) {
  const query = useQuery(queryFor(userDetailsRoute, {}));
  if (query.isPending) return <PanelsSkeleton heights={heights} />;
  return query.data ? children(query.data) : <QueryError query={query} />;
}
