import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { updateLoadToast } from "#web/ui/chunks.ts";
import { toast } from "#web/ui/toast-store.ts";
import { shellText } from "../text/shell.ts";

/** Shows a toast when the connection is lost and when it is back. */
export function useConnectionToasts(): void {
  useEffect(() => {
    const onOffline = () => toast(shellText.offline, { tone: "bad" });
    const onOnline = () => toast(shellText.online, { tone: "good" });
    window.addEventListener("offline", onOffline);
    window.addEventListener("online", onOnline);
    return () => {
      window.removeEventListener("offline", onOffline);
      window.removeEventListener("online", onOnline);
    };
  }, []);
}

/** Updates the toast about code that can't be loaded after each navigation. */
export function useLoadToast(): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per history entry
  useEffect(updateLoadToast, [key]);
}

/** Shows a toast for `?verified=` and `?deleted=`, which links of the site add, and removes them from the URL. */
export function useArrivalToast(): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const arrival = new URLSearchParams(search);
    const query = new URLSearchParams(search);
    query.delete("verified");
    query.delete("deleted");
    if (query.size === arrival.size) return;
    // The toast is optional: the page itself shows the new state.
    import("./arrival.ts").then(({ toastArrival }) => toastArrival(arrival)).catch(() => undefined);
    navigate({ pathname, search: query.toString() }, { replace: true });
  }, [pathname, search, navigate]);
}
