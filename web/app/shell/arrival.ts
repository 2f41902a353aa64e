import { toast } from "#web/ui/toast-store.ts";
import { arrivalsText } from "../text/arrivals.ts";

/** Shows a toast for a URL's `?verified=` or `?deleted=`. */
export function toastArrival(query: URLSearchParams): void {
  if (query.has("verified")) toast(arrivalsText.verified, { tone: "good" });
  if (query.has("deleted")) toast(arrivalsText.deleted, { tone: "good" });
}
