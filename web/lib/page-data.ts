import type { OutputOf } from "#domain/api/route.ts";
import type { sessionRoute } from "#domain/auth/api.ts";
import { callHeaders } from "./api.ts";

/** Data that the worker writes into the HTML, so the first screen needs no further request. */
export interface PageData extends OutputOf<typeof sessionRoute> {
  /** The server's time when it wrote this, in milliseconds since 1970. */
  now: number;
  /** Unread messages and notifications of a member; null if unknown. */
  unread: { messages: number; notifications: number } | null;
  /** Responses of endpoints that this page will query, by URL. */
  preload: Record<string, unknown>;
  /** The number of people online when the worker last read it; null if it didn't in the last minutes. */
  online: number | null;
  /** Whether development-only pages are shown. */
  development: boolean;
}

/** Reads the page data that the worker wrote into the HTML. */
export function readPageData(): PageData {
  const element = document.getElementById("page-data");
  if (!element?.textContent) throw new Error("The page data is missing.");
  return JSON.parse(element.textContent) as PageData;
}

/** Fetches another page's HTML and returns its page data. */
export async function fetchPageData(path: string, signal: AbortSignal): Promise<PageData | null> {
  const html = await (
    await fetch(path, { signal, headers: { ...callHeaders(), Accept: "text/html" } })
  ).text();
  const data = /<script id="page-data" type="application\/json">(.*?)<\/script>/s.exec(html)?.[1];
  return data ? (JSON.parse(data) as PageData) : null;
}
