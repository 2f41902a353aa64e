import { toast } from "#web/ui/toast-store.ts";

/** Copies a text and shows a toast: `copied` if that is given, or `failed`. Resolves to whether it was copied. */
export async function copyText(text: string, failed: string, copied?: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    toast(failed, { tone: "bad" });
    return false;
  }
  if (copied) toast(copied, { tone: "good" });
  return true;
}
