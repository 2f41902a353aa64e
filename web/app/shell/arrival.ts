import { toast } from "#web/ui/toast-store.ts";

const arrivalsText = {
  verified: "Your email address is verified.",
  deleted: "Your account has been deleted. Goodbye!",
} as const;

/** Shows a toast for a URL's `?verified=` or `?deleted=`. */
export function toastArrival(query: URLSearchParams): void {
  if (query.has("verified")) toast(arrivalsText.verified, { tone: "good" });
  if (query.has("deleted")) toast(arrivalsText.deleted, { tone: "good" });
}
