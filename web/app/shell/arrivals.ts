import { arrivalsText } from "#web/text/arrivals.ts";
import { toast } from "#web/ui/toast-store.ts";

/** Says what an address tells of: a mailed link that was opened, an account that is gone. */
export function tellArrival(query: URLSearchParams): void {
  if (query.has("verified")) toast(arrivalsText.verified, { tone: "good" });
  if (query.has("deleted")) toast(arrivalsText.deleted, { tone: "good" });
}
