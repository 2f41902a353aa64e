import { useQuery, useQueryClient } from "@tanstack/react-query";
import { deviceListRoute } from "#domain/security/api.ts";
import { userDetailsRoute } from "#domain/settings/api.ts";
import { invalidate } from "#web/lib/cache.ts";
import { queryFor } from "#web/lib/query.ts";
import { useRefreshUser } from "#web/lib/user.ts";

/** Loads the user's account with everything the settings show. */
export const useAccountDetails = () => useQuery(queryFor(userDetailsRoute, {}));

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
