import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { isValidParam } from "#domain/api/params.ts";
import type { OutputOf } from "#domain/api/route.ts";
import { threadRoute } from "#domain/forums/api.ts";
import { readThreadView, threadInput } from "#domain/forums/view.ts";
import { isNotFound } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";

const POLL_MS = 15_000;

export type LoadedThreadPage = OutputOf<typeof threadRoute>;

const isLast = ({ meta }: LoadedThreadPage) => meta.current_page >= meta.last_page;

/** New replies since a page was opened: on the page itself, or on a newer one. */
export interface ThreadUpdates {
  arrived: number;
  hasNewer: boolean;
}

interface OpenedPage extends Pick<LoadedThreadPage["meta"], "last_page"> {
  url: string;
  length: number;
}

/** Loads the page of the thread in the URL. The thread's previous page stays until then. */
export function useThreadPage() {
  const { id = "" } = useParams();
  const [query] = useSearchParams();
  const isValidId = isValidParam("id", id);
  const view = readThreadView(query);
  const options = queryFor(threadRoute, { params: { id: Number(id) }, input: threadInput(view) });
  const page = useQuery({
    ...options,
    enabled: isValidId,
    placeholderData: (previous) => (String(previous?.thread.id) === id ? previous : undefined),
    refetchInterval: ({ state }) => (state.data && isLast(state.data) ? POLL_MS : false),
  });
  const isMissing = !isValidId || isNotFound(page.error);
  return {
    ...page,
    isMissing,
    isReady: page.isSuccess && !page.isPlaceholderData,
    updates: useThreadUpdates(options.queryKey, page),
  };
}

function useThreadUpdates(
  [url]: readonly unknown[],
  { data, isPlaceholderData }: { data: LoadedThreadPage | undefined; isPlaceholderData: boolean },
): ThreadUpdates {
  const [opened, setOpened] = useState<OpenedPage>();
  if (!data || isPlaceholderData) return { arrived: 0, hasNewer: false };
  if (!opened || opened.url !== url) {
    setOpened({ url: String(url), length: data.data.length, last_page: data.meta.last_page });
    return { arrived: 0, hasNewer: false };
  }
  const { current_page, last_page } = data.meta;
  return {
    arrived: Math.max(0, data.data.length - opened.length),
    hasNewer: opened.last_page === current_page && last_page > current_page,
  };
}
