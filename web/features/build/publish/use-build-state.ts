import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { OutputOf } from "#domain/api/route.ts";
import { buildStateRoute } from "#domain/build/publishing/api.ts";
import type { Visibility } from "#domain/levels/rules.ts";
import { queryFor } from "#web/lib/query.ts";
import { useBuilder, useSessionState } from "../builder-context.ts";

export type BuildState = OutputOf<typeof buildStateRoute>;

/** Whether a level in this state can be published. A private one needs no clear. */
export const canPublishState = (
  { problems, clearable, cleared }: Pick<BuildState, "problems" | "clearable" | "cleared">,
  visibility: Visibility,
): boolean => problems.length === 0 && (visibility === "private" || !clearable || cleared);

/** Pause after a change by someone else until the state is fetched again. */
const PAUSE_MS = 1_000;

/** Whether the level can be published, as the server sees it. Fetched once all changes are stored, and again after each check. */
export function useBuildState(): UseQueryResult<BuildState> {
  const { build, session } = useBuilder();
  const isSaved = useSessionState((state) => state.unsaved === 0);
  const query = useQuery({
    ...queryFor(buildStateRoute, { params: { id: build.level.id } }),
    staleTime: 0,
    // A state from before the last changes is of no use.
    gcTime: 0,
    enabled: isSaved,
  });
  const { refetch } = query;
  useEffect(() => session.onNotice(() => void refetch()), [session, refetch]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = session.model.onChange(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void refetch(), PAUSE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [session, refetch]);
  return query;
}
