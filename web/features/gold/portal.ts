import { portalRoute } from "#domain/gold/api.ts";
import { call } from "#web/lib/api.ts";

/**
 * Opens Stripe's billing portal in a new tab. The tab opens right on the click and navigates once the URL is known, because
 * browsers block later pop-ups. If no tab can be opened, this one navigates.
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
