import { useQuery, useQueryClient } from "@tanstack/react-query";
import { deviceListRoute } from "#domain/security/api.ts";
import { userDetailsRoute } from "#domain/settings/api.ts";
import { call } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { useRefreshUser } from "#web/lib/user.ts";

const DETAILS_KEY = ["user-details"];
/** A change can sign devices out. */
const DEVICES_KEY = queryFor(deviceListRoute, {}).queryKey;

/** Loads the user's account with everything the settings show. */
export const useAccountDetails = () =>
  useQuery({
    queryKey: DETAILS_KEY,
    queryFn: ({ signal }) => call(userDetailsRoute, { input: {}, signal }),
  });

/** Returns a function to call after a change to the account. It refreshes the settings and the shell. */
export function useRefreshDetails(): () => void {
  const client = useQueryClient();
  const refresh = useRefreshUser();
  return () => {
    for (const queryKey of [DETAILS_KEY, DEVICES_KEY]) void client.invalidateQueries({ queryKey });
    refresh();
  };
}
