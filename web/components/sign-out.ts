import { logoutRoute } from "#domain/auth/api.ts";
import { memberAccountText } from "#web/components/text/account.ts";
import { call } from "#web/lib/api.ts";
import { socketEnabled } from "#web/lib/live/live-events.ts";
import { toast } from "#web/ui/toast-store.ts";

/** Signs out, then opens the front page. */
export async function signOut(): Promise<void> {
  socketEnabled.set(false);
  try {
    await call(logoutRoute, { input: {} });
    window.location.assign("/");
  } catch {
    socketEnabled.set(true);
    toast(memberAccountText.signOutFailed, { tone: "bad" });
  }
}
