import { useQuery, useQueryClient } from "@tanstack/react-query";
import { deviceListRoute } from "#domain/security/api.ts";
import { userDetailsRoute } from "#domain/settings/api.ts";
import { call } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { useRefreshUser } from "#web/lib/user.ts";

const KEY = ["user-details"];
/** An act may have signed some of them out. */
const DEVICES = queryFor(deviceListRoute, {}).queryKey;

/** One's own account with all that the settings show. */
export const useDetails = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(userDetailsRoute, { input: {}, signal }),
  });

/** Call what it answers after an act that changed the account: the settings and every page's frame show it. */
export function useDetailsChanged(): () => void {
  const client = useQueryClient();
  const refresh = useRefreshUser();
  return () => {
    for (const queryKey of [KEY, DEVICES]) void client.invalidateQueries({ queryKey });
    refresh();
  };
}
