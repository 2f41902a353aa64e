import type { OutputOf } from "#domain/api/route.ts";
import type { sessionRoute } from "#domain/auth/api.ts";

/** What the worker writes into the page, so that the first screen needs no further round trip. */
export interface PageData extends OutputOf<typeof sessionRoute> {
  /** Answers of endpoints this page will ask for, by their address. */
  preload: Record<string, unknown>;
  /** Development-only pages are shown. */
  development: boolean;
}

/** Reads the page data once; the element is written by the worker. */
export function readPageData(): PageData {
  const element = document.getElementById("page-data");
  if (!element?.textContent) throw new Error("This page came without its data.");
  return JSON.parse(element.textContent) as PageData;
}

/** The page data of another page, read from its HTML. */
export async function fetchPageData(path: string, signal: AbortSignal): Promise<PageData | null> {
  const html = await (await fetch(path, { signal, headers: { Accept: "text/html" } })).text();
  const data = /<script id="page-data" type="application\/json">(.*?)<\/script>/s.exec(html)?.[1];
  return data ? (JSON.parse(data) as PageData) : null;
}
