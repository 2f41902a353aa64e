import type { OutputOf } from "#domain/api/route.ts";
import type { sessionRoute } from "#domain/auth/api.ts";

/** What the worker writes into the page, so that the first screen needs no further round trip. */
export interface PageData extends OutputOf<typeof sessionRoute> {
  /** Answers of GET endpoints this page will ask for, by their address. */
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
