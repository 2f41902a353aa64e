import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { type CaseDetails, caseRoute, reportQueueRoute } from "#domain/moderation/api.ts";
import { type CaseView, inState, writeCaseView } from "#domain/moderation/view.ts";
import { call, ResponseError } from "#web/lib/api.ts";
import { invalidateUrls, queryFor } from "#web/lib/query.ts";
import { useMember } from "#web/lib/user.ts";
import { caseText } from "#web/text/cases.ts";
import { toast } from "#web/ui/toast-store.ts";

const QUEUE = /^\/api\/staff\/reports(?:\?|$)/;
/** What moderators know of a person stands in other places, too. */
const KNOWN = /^\/api\/staff\/(?:reports|users|appeals)/;

/** What acts on a case do to the page: its answer takes the place of what is shown; of a conflict one is told how it stands. */
export function useCaseNews(id: number) {
  const client = useQueryClient();
  const [conflict, setConflict] = useState(false);
  return {
    conflict,
    dismiss: () => setConflict(false),
    show: (now: CaseDetails) => {
      client.setQueryData(queryFor(caseRoute, { params: { id } }).queryKey, { case: now });
      setConflict(false);
      void invalidateUrls(client, QUEUE);
    },
    /** Sends something; where somebody else was faster, the case is looked at again. */
    send: async <T>(doIt: () => Promise<T>): Promise<T> => {
      try {
        return await doIt();
      } catch (error) {
        if (error instanceof ResponseError && error.status === 409) {
          setConflict(true);
          await invalidateUrls(client, KNOWN);
        }
        throw error;
      }
    },
    forget: () => void invalidateUrls(client, KNOWN),
  };
}

/** Goes on to the next case of the queue that one came from, or back to it where there is none. */
export function useNextCase(id: number, view: CaseView): () => Promise<void> {
  const navigate = useNavigate();
  const me = useMember().id;
  return async () => {
    const queue = inState(view, view.state === "decided" ? "open" : view.state);
    const back = `/staff/reports${writeCaseView(queue)}`;
    // Where the queue can't be had, its page says so.
    const list = await call(reportQueueRoute, { input: queue }).catch(() => null);
    const next = list?.data.find((one) => one.id !== id && (one.claimed_by?.id ?? me) === me);
    if (list && !next) toast(caseText.allDone, { tone: "good" });
    await navigate(next ? `/staff/reports/${next.id}${writeCaseView(queue)}` : back);
  };
}
