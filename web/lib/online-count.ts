import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { readPageData } from "./page-data.ts";

const numberIn = (data: unknown): number | undefined =>
  data && typeof data === "object" && "online" in data && typeof data.online === "number"
    ? data.online
    : undefined;

/** Returns the number of people online in a response that has it, such as the directory's. */
const onlineIn = (data: unknown): number | undefined =>
  numberIn(data) ?? numberIn(data && typeof data === "object" && "counts" in data ? data.counts : undefined);

/** Returns the number in the newest response that the page has. */
function newestIn(client: QueryClient): number | undefined {
  const states = client
    .getQueryCache()
    .getAll()
    .map((query) => query.state);
  states.sort((a, b) => b.dataUpdatedAt - a.dataUpdatedAt);
  return states.map(({ data }) => onlineIn(data)).find((online) => online !== undefined);
}

/**
 * Returns the number of people online, as far as the page knows it: from its HTML, or from whatever it fetches anyway.
 * Fetches nothing itself.
 */
export function useOnlineCount(): number | undefined {
  const client = useQueryClient();
  const [count, setCount] = useState(() => newestIn(client) ?? readPageData().online);
  useEffect(
    () =>
      client.getQueryCache().subscribe(({ query }) => {
        const online = onlineIn(query.state.data);
        if (online !== undefined) setCount(online);
      }),
    [client],
  );
  return count ?? undefined;
}
