import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { isParam } from "#domain/api/params.ts";
import type { OutputOf } from "#domain/api/route.ts";
import { threadRoute } from "#domain/forums/api.ts";
import { readThreadView, threadInput } from "#domain/forums/view.ts";
import { ResponseError } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";

/** How often a thread's last page looks for what was said meanwhile, as long as its window is in sight. */
const LOOK_MS = 15_000;

export type ThreadPage = OutputOf<typeof threadRoute>;

const isLast = ({ meta }: ThreadPage) => meta.current_page >= meta.last_page;

/** What has come since a page was opened: replies below the others, or a page after it. */
export interface News {
  arrived: number;
  hasNewer: boolean;
}

interface Opened extends Pick<ThreadPage["meta"], "last_page"> {
  address: string;
  length: number;
}

/** The page of the thread that the address names; what another page of it showed stays until it is here. */
export function useThreadPage() {
  const { id = "" } = useParams();
  const [query] = useSearchParams();
  const isId = isParam("id", id);
  const view = readThreadView(query);
  const asked = queryFor(threadRoute, { params: { id: Number(id) }, input: threadInput(view) });
  const page = useQuery({
    ...asked,
    enabled: isId,
    placeholderData: (before) => (String(before?.thread.id) === id ? before : undefined),
    refetchInterval: ({ state }) => (state.data && isLast(state.data) ? LOOK_MS : false),
  });
  const isMissing = !isId || (page.error instanceof ResponseError && page.error.status === 404);
  return {
    ...page,
    isMissing,
    isReady: page.isSuccess && !page.isPlaceholderData,
    news: useNews(asked.queryKey, page),
  };
}

function useNews(
  [address]: readonly unknown[],
  { data, isPlaceholderData }: { data: ThreadPage | undefined; isPlaceholderData: boolean },
): News {
  const [opened, setOpened] = useState<Opened>();
  if (!data || isPlaceholderData) return { arrived: 0, hasNewer: false };
  if (!opened || opened.address !== address) {
    setOpened({ address: String(address), length: data.data.length, last_page: data.meta.last_page });
    return { arrived: 0, hasNewer: false };
  }
  const { current_page, last_page } = data.meta;
  return {
    arrived: Math.max(0, data.data.length - opened.length),
    hasNewer: opened.last_page === current_page && last_page > current_page,
  };
}
