import { portalRoute } from "#domain/billing/api.ts";
import { call } from "#web/lib/api.ts";

/**
 * Opens Stripe's page for cards and addresses in a tab of its own. The tab is opened with the press and led there once the
 * address is known: one that came later would be held back as a pop-up. Where there can be none, it is this tab that goes.
 */
export async function openPortal(): Promise<void> {
  const tab = window.open("", "_blank");
  if (tab) tab.opener = null;
  try {
    const { url } = await call(portalRoute, {});
    (tab ?? window).location.assign(url);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
