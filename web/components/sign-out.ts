import { logoutRoute } from "#domain/auth/api.ts";
import { memberAccountText } from "#web/components/text/account.ts";
import { call } from "#web/lib/api.ts";
import { socketEnabled } from "#web/lib/live/live-events.ts";
import { clearUnsentTexts } from "#web/lib/unsent-text.ts";
import { toast } from "#web/ui/toast-store.ts";

/** Signs a user out, then opens the front page. */
export async function signOut(userId: number): Promise<void> {
  socketEnabled.set(false);
  try {
    await call(logoutRoute, { input: {} });
    clearUnsentTexts(userId);
    window.location.assign("/");
  } catch {
    socketEnabled.set(true);
    toast(memberAccountText.signOutFailed, { tone: "bad" });
  }
}
