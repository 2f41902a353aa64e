import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { tellActionFailed } from "#web/lib/action-error.ts";
import { toast } from "#web/ui/toast-store.ts";

const KEY = "bopolis-told";

/** Loads the page anew (spec 1 §4), or another one; what the site said of the act is told when it is there. */
export function loadAnew(answer: object, to?: string): void {
  const { message } = answer as { message?: unknown };
  try {
    if (typeof message === "string") sessionStorage.setItem(KEY, message);
  } catch {
    // The page shows what was done all the same.
  }
  if (to) window.location.assign(to);
  else window.location.reload();
}

/** Tells what an act said before the page was loaded anew for it. */
export function useTold(): void {
  useEffect(() => {
    try {
      const message = sessionStorage.getItem(KEY);
      sessionStorage.removeItem(KEY);
      if (message) toast(message, { tone: "good" });
    } catch {
      // Nothing could be kept, so nothing is to be told.
    }
  }, []);
}

interface Post {
  send: () => Promise<object>;
  /** Where the page is gone with the act: what is loaded in its place. */
  to?: string | undefined;
}

/**
 * How a menu's acts are done: sent once, then the page is loaded anew; what is refused says so in the 'Error' window.
 * Most of them turn something over, so a second press on the way there is none.
 */
export function usePost(): (send: Post["send"], to?: string) => void {
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: ({ send }: Post) => send(),
    onSuccess: (answer, { to }) => loadAnew(answer, to),
    onError: tellActionFailed,
  });
  return (send, to) => {
    if (!isPending && !isSuccess) mutate({ send, to });
  };
}
