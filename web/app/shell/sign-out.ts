import { logoutRoute } from "#domain/auth/api.ts";
import { call } from "#web/lib/api.ts";
import { hearing } from "#web/lib/live/bus.ts";
import { memberShellText } from "#web/text/member-shell.ts";
import { toast } from "#web/ui/toast-store.ts";

/** Signs out, then opens the front page as a visitor. */
export async function signOut(): Promise<void> {
  hearing.set(false);
  try {
    await call(logoutRoute, { input: {} });
    window.location.assign("/");
  } catch {
    hearing.set(true);
    toast(memberShellText.signOutFailed, { tone: "bad" });
  }
}
