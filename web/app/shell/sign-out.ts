import { logoutRoute } from "#domain/auth/api.ts";
import { call } from "#web/lib/api.ts";
import { socketEnabled } from "#web/lib/live/live-events.ts";
import { toast } from "#web/ui/toast-store.ts";
import { memberShellText } from "../text/member-shell.ts";

/** Signs out, then opens the front page. */
export async function signOut(): Promise<void> {
  socketEnabled.set(false);
  try {
    await call(logoutRoute, { input: {} });
    window.location.assign("/");
  } catch {
    socketEnabled.set(true);
    toast(memberShellText.signOutFailed, { tone: "bad" });
  }
}
