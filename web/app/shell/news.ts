import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { shellText } from "#web/text/shell.ts";
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

/** Says what a mailed link did: it leads to a page with `?verified=1` or `0`, which is then tidied away. */
export function useArrivalNews(): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const query = new URLSearchParams(search);
    const verified = query.get("verified");
    if (verified === null) return;
    const good = verified === "1";
    toast(good ? shellText.verified : shellText.notVerified, { tone: good ? "good" : "bad" });
    query.delete("verified");
    navigate({ pathname, search: query.toString() }, { replace: true });
  }, [pathname, search, navigate]);
}
