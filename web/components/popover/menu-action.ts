import { useEffect } from "react";
import { useAction } from "#web/lib/action.ts";
import { tabStorage } from "#web/lib/storage.ts";
import { toast } from "#web/ui/toast-store.ts";

const KEY = "bopolis-message";

/** Reloads the page (spec 1 §4) or opens another one, which then shows the response's message. */
export function reloadWithMessage(response: object, to?: string): void {
  const { message } = response as { message?: unknown };
  // Where storage is blocked, the new page only lacks the message.
  if (typeof message === "string") tabStorage.set(KEY, message);
  if (to) window.location.assign(to);
  else window.location.reload();
}

/** Shows the message of the action that reloaded the page. */
export function useReloadMessage(): void {
  useEffect(() => {
    const message = tabStorage.get(KEY);
    tabStorage.set(KEY, null);
    if (message) toast(message, { tone: "good" });
  }, []);
}

interface MenuAction {
  send: () => Promise<object>;
  /** The page to open, if the action deletes this one. */
  to?: string | undefined;
}

/**
 * Returns a function that sends a menu's action, then reloads the page. Errors show in the 'Error' modal. Most actions are
 * toggles, so further clicks are ignored until the page has reloaded.
 */
export function useMenuAction(): (send: MenuAction["send"], to?: string) => void {
  const { run } = useAction(({ send }: MenuAction) => send(), {
    onDone: (response, { to }) => {
      reloadWithMessage(response, to);
      // Busy until the page is gone.
      return new Promise(() => {});
    },
    errors: "modal",
  });
  return (send, to) => void run({ send, to });
}
