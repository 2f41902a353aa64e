import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { type CaseDetails, caseRoute, reportQueueRoute } from "#domain/moderation/api.ts";
import { type CaseView, withState, writeCaseView } from "#domain/moderation/view.ts";
import { call, ResponseError } from "#web/lib/api.ts";
import { cacheResponse, invalidate, type Target } from "#web/lib/cache.ts";
import { queryFor } from "#web/lib/query.ts";
import { useMember } from "#web/lib/user.ts";
import { toast } from "#web/ui/toast-store.ts";
import { caseText } from "../text/case.ts";

/** Everything that shows a user's record. */
const RECORDS: readonly Target[] = ["/api/staff/reports/**", "/api/staff/users/**", "/api/staff/appeals"];

/** Sends actions on a case and shows their results. On a conflict it reloads the case and sets `conflict`. */
export function useCaseUpdate(id: number) {
  const client = useQueryClient();
  const [conflict, setConflict] = useState(false);
  return {
    conflict,
    dismissConflict: () => setConflict(false),
    show: (details: CaseDetails) => {
      cacheResponse(client, queryFor(caseRoute, { params: { id } }), { case: details });
      setConflict(false);
      void invalidate(client, ["/api/staff/reports"]);
    },
    /** Runs a request. If another moderator was faster (409), reloads the case and rethrows. */
    send: async <T>(request: () => Promise<T>): Promise<T> => {
      try {
        return await request();
      } catch (error) {
        if (error instanceof ResponseError && error.status === 409) {
          setConflict(true);
          await invalidate(client, RECORDS);
        }
        throw error;
      }
    },
    invalidate: () => void invalidate(client, RECORDS),
  };
}

/** Opens the next case of the queue the moderator came from, or the queue itself if none is left. */
export function useNextCase(id: number, view: CaseView): () => Promise<void> {
  const navigate = useNavigate();
  const me = useMember().id;
  return async () => {
    const queue = withState(view, view.state === "decided" ? "open" : view.state);
    const back = `/staff/reports${writeCaseView(queue)}`;
    // If the queue can't be loaded, its page shows the error.
    const list = await call(reportQueueRoute, { input: queue }).catch(() => null);
    const next = list?.data.find((card) => card.id !== id && (card.claimed_by?.id ?? me) === me);
    if (list && !next) toast(caseText.allDone, { tone: "good" });
    await navigate(next ? `/staff/reports/${next.id}${writeCaseView(queue)}` : back);
  };
}
