import type { Page } from "@playwright/test";
import { SITE } from "#domain/site.ts";

/**
 * Stands in for the machine's own programs: a browser without a screen would ask about the link in a window that
 * nobody sees, and wait. Answers what was launched so far. To be called before the page is opened.
 */
export async function watchLaunches(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript((scheme) => {
    const launched: string[] = [];
    Object.assign(window, { launched });
    const { navigation } = window as unknown as { navigation: EventTarget };
    navigation.addEventListener("navigate", (event) => {
      const { url } = (event as Event & { destination: { url: string } }).destination;
      if (!url.startsWith(scheme)) return;
      launched.push(url);
      event.preventDefault();
    });
  }, `${SITE.protocol}:`);
  return () => page.evaluate(() => (window as unknown as { launched: string[] }).launched);
}

interface Places {
  /** How often a place was asked for. */
  asked: () => number;
  /** Lets the answers go that are held. */
  free: () => void;
}

const JOIN = "**/api/join-token";

/** Answers for the site: the first place has the token `token-1`, the second `token-2`. `held` ones wait for `free`. */
export async function giveTokens(page: Page, { held = false } = {}): Promise<Places> {
  let asked = 0;
  let free = () => {};
  const open = held
    ? new Promise<void>((resolve) => {
        free = resolve;
      })
    : Promise.resolve();
  await page.route(JOIN, async (route) => {
    const token = `token-${++asked}`;
    await open;
    // Whoever gave the request up hears nothing of it.
    await route.fulfill({ json: { host: { ip_address: "203.0.113.7:7777" }, token } }).catch(() => {});
  });
  return { asked: () => asked, free };
}

export const linkOf = (n: number): string =>
  `${SITE.protocol}://join?host=203.0.113.7%3A7777&token=token-${n}`;

/** Refuses every place with a sentence of the site's. */
export const refuseTokens = (page: Page, message: string): Promise<unknown> =>
  page.route(JOIN, (route) => route.fulfill({ status: 409, json: { message, code: "hosts_full" } }));

/** The client takes the page's place. */
export const takePlace = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.dispatchEvent(new Event("blur")));
