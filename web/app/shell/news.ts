import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { shellText } from "#web/text/shell.ts";
import { showWait } from "#web/ui/chunks.ts";
import { toast } from "#web/ui/toast-store.ts";

/** Says when the connection goes and comes back. */
export function useConnectionNews(): void {
  useEffect(() => {
    const gone = () => toast(shellText.offline, { tone: "bad" });
    const back = () => toast(shellText.online, { tone: "good" });
    window.addEventListener("offline", gone);
    window.addEventListener("online", back);
    return () => {
      window.removeEventListener("offline", gone);
      window.removeEventListener("online", back);
    };
  }, []);
}

/** Shows that the page waits for code that can't be loaded, as long as the user stays at its address. */
export function useLoadNews(): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per entry of the history
  useEffect(showWait, [key]);
}

/** Says what a link of the site's own did: it leads to a page with `?verified=` or `?deleted=`, which is then tidied away. */
export function useArrivalNews(): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const told = new URLSearchParams(search);
    const query = new URLSearchParams(search);
    query.delete("verified");
    query.delete("deleted");
    if (query.size === told.size) return;
    // Where the words can't be had, the page itself shows what is so.
    import("./arrivals.ts").then(({ tellArrival }) => tellArrival(told)).catch(() => undefined);
    navigate({ pathname, search: query.toString() }, { replace: true });
  }, [pathname, search, navigate]);
}
